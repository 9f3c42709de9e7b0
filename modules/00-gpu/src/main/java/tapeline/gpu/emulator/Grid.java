package tapeline.gpu.emulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A launch: all blocks of the grid, several at a time where their order cannot be seen.
final class Grid {
  private final Program program;
  private final KernelLaunch launch;
  private final Mode mode;
  private final Engine engine;
  private final int workers;
  private final AtomicInteger next = new AtomicInteger();
  private final @Nullable String[] outputs;
  private final @Nullable RuntimeException[] failures;
  private volatile boolean failed;

  Grid(Program program, KernelLaunch launch, Mode mode, Engine engine, int cores) {
    this.program = program;
    this.launch = launch;
    this.mode = mode;
    this.engine = engine;
    int blocks = launch.blocks();
    boolean inOrder = mode == Mode.RACES || BlockOrder.matters(program, launch.kernel());
    workers = inOrder ? 1 : Math.clamp(blocks, 1, cores);
    outputs = new String[blocks];
    failures = new RuntimeException[blocks];
  }

  LaunchReport run() {
    List<Counters> watches = new ArrayList<>();
    if (workers == 1) {
      watches.add(work());
    } else {
      try (var pool = Executors.newFixedThreadPool(workers)) {
        List<Callable<Counters>> tasks = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
          tasks.add(this::work);
        }
        for (var future : pool.invokeAll(tasks)) {
          watches.add(future.get());
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
    return report(watches);
  }

  private LaunchReport report(List<Counters> watches) {
    if (mode != Mode.RACES) {
      program.memory().assumeWritten();
    }
    var all = watches.getFirst();
    watches.stream().skip(1).forEach(all::add);
    return new LaunchReport(
        launch.kernel().name(),
        launch.grid(),
        launch.block(),
        mode == Mode.PLAIN ? List.of() : all.instructions(),
        all.findings(),
        printed());
  }

  /// What the kernel has printed, in the order of its blocks; after a fault, what it printed
  /// before.
  String printed() {
    return Arrays.stream(outputs).filter(Objects::nonNull).collect(Collectors.joining());
  }

  /// Takes blocks in order until none is left.
  private Counters work() {
    var counters = mode == Mode.RACES ? new RaceDetector(program.memory()) : new Counters();
    var block = new BlockState(launch, program, engine, mode, mode == Mode.PLAIN ? null : counters);
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
    return counters;
  }
}
