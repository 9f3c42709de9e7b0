package tapeline.gpu.emulator.execute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.emulator.fault.LaunchFault;
import tapeline.gpu.emulator.fault.Trap;
import tapeline.gpu.ptx.Instruction;

/// A block of threads: its warps take turns, each running until it ends, waits at a barrier, or has
/// jumped often enough.
public final class BlockState {
  public final KernelLaunch launch;
  final LoadedModule program;
  public final byte[] shared;
  final @Nullable ExecutionListener watch;
  final @Nullable WarpSchedule schedule;
  final CodeVariant variant;
  private final boolean inParts;
  final List<Warp> warps = new ArrayList<>();
  final int[] arrived = new int[Barrier.COUNT];
  final List<Mbarrier.Arrival> arrivals = new ArrayList<>();
  final StringBuilder output = new StringBuilder();
  Dim3 position = Dim3.of(0);
  public int index;

  /// Jumps made so far: the clock, and what the budget limits.
  long jumps;

  /// The clocks read and the asynchronous copies begun: what its threads do next may depend on
  /// them, and nothing else shows them.
  long passed;

  private boolean longTurn;

  BlockState(
      KernelLaunch launch,
      LoadedModule program,
      CodeVariant variant,
      @Nullable ExecutionListener watch,
      @Nullable WarpSchedule schedule) {
    this.launch = launch;
    this.program = program;
    this.watch = watch;
    this.schedule = schedule;
    this.variant = variant;
    inParts = variant.checked() && program.meetsInParts(launch.kernel());
    var kernel = code(launch.kernel().name());
    shared = new byte[program.sharedLayout(launch.kernel()).dynamicAt() + launch.dynamicShared()];
    for (int i = 0; 32 * i < launch.threads(); i++) {
      warps.add(new Warp(i, this, kernel, watch, program.memory()));
    }
  }

  Code code(String function) {
    return program.code(launch.kernel(), function, variant);
  }

  /// Takes the place of a block of the grid, before its first instruction.
  void begin(int block) {
    index = block;
    position = launch.grid().point(block);
    jumps = 0;
    passed = 0;
    output.setLength(0);
    Arrays.fill(shared, (byte) 0xCD); // shared memory is not zero on a GPU either
    Arrays.fill(arrived, 0);
    arrivals.clear();
    warps.forEach(Warp::start);
    if (watch != null) {
      watch.barrier(this); // nothing before this block is ordered with what it does
    }
  }

  /// Each warp that can go on has a turn. False when the block is done.
  boolean turn() {
    boolean runs = false;
    boolean done = true;
    longTurn = false;
    for (var warp : warps) {
      if (warp.waiting == null && !warp.isDone()) {
        warp.run();
        longTurn |= warp.hadLongTurn();
      }
      done &= warp.isDone();
      runs |= warp.waiting == null && !warp.isDone();
    }
    if (!done && !release() && !runs) {
      throw deadlock();
    }
    return !done;
  }

  /// Lets lanes take turns where some may wait for others of their warp; false where none can, or
  /// they do so already.
  boolean beginTurns() {
    boolean lacks = warps.stream().anyMatch(Warp::lacksTurns);
    if (lacks) warps.forEach(Warp::beginTurns);
    return lacks;
  }

  /// Returns whether a warp's last turn ended as it had made all of its jumps, not at a barrier.
  boolean hadLongTurn() {
    return longTurn;
  }

  /// A number for all that its threads have, the same where that is.
  long fingerprint() {
    long sum = Repetition.mix(Repetition.of(shared), Arrays.hashCode(arrived));
    for (var warp : warps) {
      sum = Repetition.mix(sum, warp.fingerprint());
    }
    return Repetition.mix(Repetition.mix(sum, arrivals.size()), passed);
  }

  /// The fault of a loop that never ends, where a warp runs.
  LaunchFault endless(String why) {
    var running = warps.stream().filter(w -> w.waiting == null && !w.isDone()).findFirst();
    var warp = running.orElse(warps.getFirst());
    int lane = Integer.numberOfTrailingZeros(warp.live);
    return new LaunchFault(warp.finding(FaultKind.ENDLESS, warp.at(), lane & 31, why));
  }

  /// Lets the warps go whose barrier is complete.
  private boolean release() {
    boolean released = false;
    for (var warp : warps) {
      if (warp.waiting != null && isComplete(warp.waitsAt, warp.waitsFor)) {
        open(warp.waitsAt, warp.waitsFor == 0);
        released = true;
      }
    }
    return released;
  }

  /// @param threads how many threads the barrier waits for; 0 for all of the block
  private boolean isComplete(int barrier, int threads) {
    int here = 0;
    int running = 0;
    for (var warp : warps) {
      here += isAt(warp, barrier) ? 1 : 0;
      running += warp.isDone() ? 0 : 1;
    }
    return threads == 0 ? here == running : 32 * here + arrived[barrier] >= threads;
  }

  private static boolean isAt(Warp warp, int barrier) {
    return warp.waiting != null && warp.waitsAt == barrier;
  }

  /// @param forAll whether it waited for all threads
  private void open(int barrier, boolean forAll) {
    int yes = 0;
    int all = 0;
    int met = 0;
    Barrier first = null;
    for (var warp : warps) {
      if (isAt(warp, barrier)) {
        first = first == null ? warp.waiting : first;
        tellOfAnother(warp, first);
        met |= 1 << warp.id;
        yes += Integer.bitCount(warp.vote);
        all += Integer.bitCount(warp.live);
      }
    }
    for (var warp : warps) {
      var waiting = warp.waiting;
      if (waiting != null && warp.waitsAt == barrier) {
        waiting.tell(warp, yes, all);
        warp.waiting = null;
      }
    }
    arrived[barrier] = 0;
    if (watch != null && (forAll || Integer.bitCount(met) == warps.size())) {
      watch.barrier(this);
    } else if (watch != null) {
      watch.partBarrier(this, barrier, met);
    }
  }

  /// All warps are to meet at one barrier, not some at this and some at that, unless they say how
  /// many threads each of them waits for.
  private void tellOfAnother(Warp warp, @Nullable Barrier first) {
    var here = warp.waiting;
    if (watch != null
        && here != null
        && first != null
        && warp.waitsFor == 0
        && !here.instruction.source().equals(first.instruction.source())) {
      watch.otherBarrier(warp, here.instruction, first.instruction);
    }
  }

  private LaunchFault deadlock() {
    var places = new StringBuilder();
    Finding first = null;
    for (var warp : warps) {
      var waiting = warp.waiting;
      if (waiting != null) {
        places.append(
            "%swarp %d waits at barrier %d (%s)"
                .formatted(
                    places.isEmpty() ? "" : ", ",
                    warp.id,
                    warp.waitsAt,
                    waiting.instruction.source()));
        first =
            first == null ? warp.finding(FaultKind.DEADLOCK, waiting.instruction, 0, "") : first;
      }
    }
    if (first == null) {
      throw new IllegalStateException("no warp runs and none waits");
    }
    return new LaunchFault(first.saying("no warp can go on: " + places));
  }

  /// Takes the output of `printf`; far more than a launch may print is left out.
  void print(String text) {
    if (output.length() <= Grid.MOST_PRINTED) {
      output.append(text);
    }
  }

  /// Returns whether some of its warps may meet without the others; known where mistakes are looked
  /// for.
  public boolean meetsInParts() {
    return inParts;
  }

  public Warp warp(int id) {
    return warps.get(id);
  }

  /// The threads of a block, counted in whole warps.
  public int paddedThreads() {
    return 32 * warps.size();
  }

  /// So many instructions were executed in a row: eight count as a jump.
  void count(int instructions) {
    jumps += instructions >> 3;
  }

  void countJump(Instruction in, int lanes) {
    if (++jumps > launch.budget()) {
      throw new Trap(
          FaultKind.ENDLESS,
          32 * in.index() + Integer.numberOfTrailingZeros(lanes),
          "this block has jumped %,d times: a loop that never ends, or threads that wait for what no other does"
              .formatted(launch.budget()));
    }
  }
}
