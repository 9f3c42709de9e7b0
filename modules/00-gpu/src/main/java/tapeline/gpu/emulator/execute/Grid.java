package tapeline.gpu.emulator.execute;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
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

  private final LoadedModule program;
  private final KernelLaunch launch;
  private final CodeVariant variant;
  private final Supplier<L> listeners;
  private final int workers;
  private final AtomicInteger next = new AtomicInteger();

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
    boolean inOrder =
        launch.cooperative() || variant.checked() || BlockOrder.matters(program, launch.kernel());
    workers = inOrder ? 1 : Math.clamp(blocks, 1, cores);
  }

  /// Runs all blocks, and returns who was told of them, at least one.
  public List<L> run() {
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

  /// All blocks at once, a turn each: they may wait for each other.
  private L together() {
    var listener = listeners.get();
    var blocks = new ArrayList<BlockState>();
    for (int i = 0; i < launch.blocks(); i++) {
      var block =
          new BlockState(launch, program, variant, variant.counted() ? listener : null, null);
      block.begin(i);
      blocks.add(block);
    }
    var running = new ArrayList<>(blocks);
    try {
      while (!running.isEmpty()) {
        running.removeIf(block -> !block.turn());
      }
    } catch (RuntimeException e) {
      failures.put(0, e);
    }
    blocks.forEach(this::keep);
    return listener;
  }

  /// Takes blocks in order until none is left.
  private L work() {
    if (launch.cooperative()) {
      return together();
    }
    var listener = listeners.get();
    var block = new BlockState(launch, program, variant, variant.counted() ? listener : null, null);
    int blocks = launch.blocks();
    for (int i = next.getAndIncrement();
        i >= 0 && i < blocks && failures.isEmpty();
        i = next.getAndIncrement()) {
      try {
        block.run(i);
      } catch (RuntimeException e) {
        failures.put(i, e);
      }
      keep(block);
    }
    return listener;
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
