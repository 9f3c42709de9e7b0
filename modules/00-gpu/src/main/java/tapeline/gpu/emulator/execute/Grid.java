package tapeline.gpu.emulator.execute;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// A launch: all blocks of the grid, several at a time where their order cannot be seen.
///
/// @param <L> who is told of what happens
public final class Grid<L extends ExecutionListener> {
  static final int MOST_PRINTED = 1 << 20;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final String CIRCLE =
      "the threads that run come back to where they were, with the same values in registers and"
          + " memory: a loop that never ends, or threads that wait for what no other does";

  private final LoadedModule program;
  private final KernelLaunch launch;
  private final CodeVariant variant;
  private final Supplier<L> listeners;
  private final int workers;
  private final boolean samples;
  private final AtomicInteger next = new AtomicInteger();

  /// The memory in which a worker's blocks go round in a circle, by worker.
  private final Map<Thread, Long> circles = new ConcurrentHashMap<>();

  private final AtomicInteger atWork = new AtomicInteger();

  /// By block, where there is something, and not far more than is printed.
  private final NavigableMap<Integer, String> outputs = new TreeMap<>();

  private int kept; // characters of them
  private final NavigableMap<Integer, RuntimeException> failures = new ConcurrentSkipListMap<>();

  /// @param cores at most so many blocks run at a time
  /// @param listeners makes one for each worker; none is told of a launch that is not counted
  public Grid(
      LoadedModule program,
      KernelLaunch launch,
      CodeVariant variant,
      int cores,
      Supplier<L> listeners) {
    this.program = program;
    this.launch = launch;
    this.variant = variant;
    this.listeners = listeners;
    int blocks = launch.blocks();
    boolean ordered = launch.cooperative() || BlockOrder.matters(program, launch.kernel());
    boolean inOrder = variant.checked() || ordered;
    samples =
        variant.checked()
            && !ordered
            && 0 < launch.checkedBlocks()
            && launch.checkedBlocks() < blocks;
    workers = inOrder ? 1 : Math.clamp(blocks, 1, cores);
  }

  /// Runs all blocks, and returns who was told of them, at least one.
  public List<L> run() {
    atWork.set(workers);
    List<L> told = new ArrayList<>();
    if (workers == 1) {
      told.add(work());
    } else {
      try (var pool = Executors.newFixedThreadPool(workers)) {
        List<Callable<L>> tasks = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
          tasks.add(this::work);
        }
        for (var future : pool.invokeAll(tasks)) {
          told.add(future.get());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("the launch was interrupted", e);
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
    if (!failures.isEmpty()) {
      throw failures.firstEntry().getValue();
    }
    return told;
  }

  /// The text that the kernel has printed, in the order of its blocks; after a fault, the text
  /// printed before. At most 1 MiB of it, as on a card.
  public String printed() {
    var all = String.join("", outputs.values());
    return all.length() <= MOST_PRINTED
        ? all
        : all.substring(0, MOST_PRINTED)
            + "\n… a launch prints at most %,d characters; the rest is left out\n"
                .formatted(MOST_PRINTED);
  }

  /// Takes blocks in order until none is left, one at a time; all of a cooperative launch at once,
  /// a turn each. A block that waits for others runs beside the next, as long as a device has room
  /// for them.
  private L work() {
    var listener = listeners.get();
    var spare = new ArrayList<BlockState>();
    var running = new ArrayList<BlockState>();
    var loop = new Repetition(program.memory());
    long began = -1; // the first long turn of the blocks that run
    int together = 0; // blocks that share the worker's time
    boolean isHelped = false; // a block has begun for those that wait, since the last one ended
    try {
      boolean begins = true;
      while (true) {
        while (begins && begin(running, spare, listener)) {
          loop.restart();
          together = running.size();
          began = -1;
          begins = launch.cooperative();
        }
        if (running.isEmpty()) {
          break;
        }
        for (var block : List.copyOf(running)) {
          if (!block.turn()) {
            running.remove(block);
            keep(block);
            spare.add(block);
            circles.remove(Thread.currentThread());
            isHelped = false;
            loop.restart();
          }
        }
        begins = running.isEmpty();
        if (!begins && loop.isFound(running)) {
          boolean fits = running.size() < launch.resident().getAsInt();
          if (!isHelped && fits && begin(running, spare, listener)) {
            together++;
            isHelped = true; // if not, lanes take turns
          } else if (beginTurns(running)) {
            // lanes may have waited for others of their warp
          } else if (fits && begin(running, spare, listener)) {
            together++;
          } else if (isEndless(loop)) {
            throw running.getFirst().endless(CIRCLE);
          }
          loop.restart();
        }
        if (running.isEmpty() || !loop.isLong(running)) {
          continue;
        }
        began = began < 0 ? seconds() : began;
        if (seconds() - began > limit(together)) {
          throw running
              .getFirst()
              .endless(
                  "this block has computed for more than %d s, the limit of a block (--block-limit): a loop that never ends, or too much work"
                      .formatted(launch.seconds()));
        }
      }
    } catch (RuntimeException e) {
      failures.put(running.isEmpty() ? 0 : running.getFirst().index, e);
    } finally {
      atWork.decrementAndGet();
      circles.remove(Thread.currentThread());
    }
    running.forEach(this::keep);
    return listener;
  }

  private static boolean beginTurns(List<BlockState> blocks) {
    boolean begun = false;
    for (var block : blocks) {
      begun |= block.beginTurns();
    }
    return begun;
  }

  /// Returns whether no other worker can free this one, whose blocks go round in a circle: all of
  /// them do, and in the same memory. It is looked at once more behind the count of those at work:
  /// one may have written to it, and ended, since this worker looked.
  private boolean isEndless(Repetition loop) {
    circles.put(Thread.currentThread(), loop.memory());
    return circles.size() >= atWork.get()
        && Set.copyOf(circles.values()).equals(Set.of(Repetition.of(program.memory().bytes())));
  }

  private long limit(int together) {
    return launch.seconds() == Long.MAX_VALUE ? Long.MAX_VALUE : together * launch.seconds();
  }

  /// Begins the next block of the grid, if there is one.
  private boolean begin(List<BlockState> running, List<BlockState> spare, L listener) {
    int number = failures.isEmpty() ? next.getAndIncrement() : -1;
    if (number < 0 || number >= launch.blocks()) {
      return false;
    }
    boolean plain = samples && !isSampled(number);
    var block =
        spare.stream()
            .filter(other -> plain == (other.watch == null) || !samples)
            .findFirst()
            .orElseGet(() -> block(plain, listener));
    spare.remove(block);
    block.begin(number);
    running.add(block);
    return true;
  }

  private BlockState block(boolean plain, L listener) {
    return plain
        ? new BlockState(
            launch, program, new CodeVariant(variant.compiled(), false, false), null, null)
        : new BlockState(launch, program, variant, variant.counted() ? listener : null, null);
  }

  /// Returns whether a block is one of those looked at: the first, the last, and others between
  /// them at equal distances.
  private boolean isSampled(int block) {
    long gaps = launch.checkedBlocks() - 1L;
    return gaps == 0 ? block == 0 : block * gaps % (launch.blocks() - 1) < gaps;
  }

  /// Returns whether some blocks were not looked at.
  public boolean isSampled() {
    return samples;
  }

  /// Returns the seconds that this thread has had of the processor.
  private static long seconds() {
    return THREADS.getCurrentThreadCpuTime() / 1_000_000_000;
  }

  private synchronized void keep(BlockState block) {
    if (!block.output.isEmpty()) {
      outputs.put(block.index, block.output.toString());
      kept += block.output.length();
      while (kept - outputs.lastEntry().getValue().length() > MOST_PRINTED) {
        kept -= outputs.pollLastEntry().getValue().length();
      }
    }
  }
}
