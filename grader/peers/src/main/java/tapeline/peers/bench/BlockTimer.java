package tapeline.peers.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import tapeline.peers.bench.PeerWork.Pair;

/// Times the two engines at a work in blocks: ABBA or BAAB, drawn at random.
///
/// A sample is as many passes as take some milliseconds, and its time their mean: what other
/// programs do to a block meets both engines, so that the ratio within a block is steadier than
/// either time; and a block in which they used a processor is taken again, see [QuietWindows].
final class BlockTimer {
  private static final long WARM_UP = 900_000_000; // and as long again while the compiler works
  private static final long MOST_WARM_UP = 30_000_000_000L;
  private static final double COMPILING = 0.02; // of a time in which the compiler rests
  private static final int LEAST_WARM_UP = 20; // passes
  private static final long SAMPLE = 12_000_000; // so that a block is longer than /proc's tick
  private static final long MEASURE = 2_000_000_000;
  private static final int MOST_REPEATS = 60; // a work

  private final PeerWork work;
  private final Pair pair;
  private final SplittableRandom random;
  private final QuietWindows windows =
      new QuietWindows(Processors::foreignSeconds, System::nanoTime, MOST_REPEATS);

  BlockTimer(PeerWork work, Pair pair, SplittableRandom random) {
    this.work = work;
    this.pair = pair;
    this.random = random;
  }

  /// The mean times of a pass, ns.
  record Sample(double forward, double backward) {
    private double total() {
      return forward + backward;
    }
  }

  /// Two samples of each engine, taken close together.
  record Block(List<Sample> ours, List<Sample> theirs) {}

  /// Warms both engines up, and measures.
  List<Block> blocks() {
    long ourPasses = warmUp(pair.ours());
    long theirPasses = warmUp(pair.theirs());
    var blocks = new ArrayList<Block>();
    long start = System.nanoTime();
    while (blocks.size() < work.blocks() || System.nanoTime() - start < MEASURE) {
      blocks.add(windows.next(() -> block(ourPasses, theirPasses)));
    }
    return blocks;
  }

  /// How the blocks came about.
  QuietWindows windows() {
    return windows;
  }

  private Block block(long ourPasses, long theirPasses) {
    var ours = new ArrayList<Sample>();
    var theirs = new ArrayList<Sample>();
    boolean oursOutside = random.nextBoolean();
    for (boolean outside : new boolean[] {true, false, false, true}) {
      if (outside == oursOutside) {
        ours.add(sample(pair.ours(), ourPasses));
      } else {
        theirs.add(sample(pair.theirs(), theirPasses));
      }
    }
    return new Block(ours, theirs);
  }

  /// Bytes of the Java heap that a pass of ours allocates, without what its begin and end do.
  long allocatedBytes() {
    if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)) {
      return -1;
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    long itself = threads.getCurrentThreadAllocatedBytes() - before;
    var side = pair.ours();
    side.begin();
    try {
      before = threads.getCurrentThreadAllocatedBytes();
      side.forward();
      if (work.hasBackward()) {
        side.backward();
      }
      return threads.getCurrentThreadAllocatedBytes() - before - itself;
    } finally {
      side.end();
    }
  }

  /// Returns how many passes make a sample, by the fastest of the last. It runs samples as they
  /// will be measured: what a pass does at its begin or end may take longer than the pass. It goes
  /// on while the compiler works, as a step of many methods is compiled for seconds.
  private long warmUp(EnginePass side) {
    var compiler = ManagementFactory.getCompilationMXBean();
    long start = System.nanoTime();
    long looked = start;
    long compiled = compiler.getTotalCompilationTime();
    boolean isWarm = false;
    var last = new double[LEAST_WARM_UP];
    Arrays.fill(last, SAMPLE);
    long passes = 1;
    for (int i = 0; i < LEAST_WARM_UP || !isWarm; i++) {
      last[i % LEAST_WARM_UP] = sample(side, passes).total();
      passes = Math.max(1, Math.round(SAMPLE / Arrays.stream(last).min().orElseThrow()));
      long now = System.nanoTime();
      if (now - looked > WARM_UP) {
        long millis = compiler.getTotalCompilationTime() - compiled;
        isWarm = millis < (now - looked) / 1e6 * COMPILING || now - start > MOST_WARM_UP;
        compiled += millis;
        looked = now;
      }
    }
    return passes;
  }

  private Sample sample(EnginePass side, long passes) {
    long forward = 0;
    long backward = 0;
    side.begin();
    try {
      for (long i = 0; i < passes; i++) {
        long start = System.nanoTime();
        side.forward();
        long turn = System.nanoTime();
        forward += turn - start;
        if (work.hasBackward()) {
          side.backward();
          backward += System.nanoTime() - turn;
        }
      }
    } finally {
      side.end(); // else the next row has this one's backend
    }
    return new Sample((double) forward / passes, (double) backward / passes);
  }
}
