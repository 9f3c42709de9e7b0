package tapeline.gpu.emulator.execute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
  private final @Nullable String[] outputs;
  private final @Nullable RuntimeException[] failures;
  private volatile boolean failed;

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
    outputs = new String[blocks];
    failures = new RuntimeException[blocks];
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
    for (var failure : failures) { // of several, the one in the first block
      if (failure != null) {
        throw failure;
      }
    }
    return told;
  }

  /// The text that the kernel has printed, in the order of its blocks; after a fault, the text
  /// printed before. At most 1 MiB of it, as on a card.
  public String printed() {
    var all = Arrays.stream(outputs).filter(Objects::nonNull).collect(Collectors.joining());
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
    for (int i = 0; i < outputs.length; i++) {
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
      failures[0] = e;
    }
    blocks.forEach(block -> outputs[block.index] = block.output.toString());
    return listener;
  }

  /// Takes blocks in order until none is left.
  private L work() {
    if (launch.cooperative()) {
      return together();
    }
    var listener = listeners.get();
    var block = new BlockState(launch, program, variant, variant.counted() ? listener : null, null);
    for (int i = next.getAndIncrement();
        i < outputs.length && !failed;
        i = next.getAndIncrement()) {
      try {
        block.run(i);
      } catch (RuntimeException e) {
        failures[i] = e;
        failed = true;
      }
      outputs[i] = block.output.toString();
    }
    return listener;
  }
}
