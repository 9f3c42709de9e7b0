package tapeline.kernel.cell;

import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tapeline.kernel.weave.CellStopped;
import tapeline.kernel.weave.StopSignal;

/// Runs what a cell does in threads that can be stopped.
///
/// Loops of cells and of the course stop at the [StopSignal], threads that wait by the interrupt. A
/// thread that stops at neither within a while is left behind: the next cell can run.
public final class CellThreads {
  private static final long STACK = 16L << 20;
  private static final long PATIENCE_MILLIS = 2_000;
  private static final long LOOK_MILLIS = 100;
  private static final int MOST_THREADS = 1_000;

  /// The group of all threads that cells start, and of the threads that those start.
  private final ThreadGroup cells =
      new ThreadGroup("cells") {
        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
          if (!(thrown instanceof CellStopped)) {
            System.err.printf("%s ended: %s%n", thread.getName(), thrown);
          }
        }
      };

  private final Queue<Thread> running = new ConcurrentLinkedQueue<>();
  private volatile long interrupted;

  /// Runs code of a cell, with all it starts.
  ///
  /// @throws CellStopped when it was interrupted and did not end
  public <T extends @Nullable Object> T cell(ClassLoader loader, Callable<T> work)
      throws ExecutionException {
    var task = new FutureTask<>(work);
    var thread = new Thread(cells, task, "cell", STACK);
    thread.setContextClassLoader(loader);
    return run(task, thread);
  }

  /// Runs a command of the course, which may start threads that are to stay.
  public <T extends @Nullable Object> T command(Callable<T> work) throws ExecutionException {
    var task = new FutureTask<>(work);
    return run(task, new Thread(null, task, "command", STACK));
  }

  private <T extends @Nullable Object> T run(FutureTask<T> task, Thread thread)
      throws ExecutionException {
    thread.setDaemon(true);
    running.add(thread);
    thread.start();
    try {
      return await(task);
    } finally {
      running.remove(thread);
    }
  }

  private <T extends @Nullable Object> T await(FutureTask<T> task) throws ExecutionException {
    while (true) {
      try {
        return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException | InterruptedException _) {
        // An interrupt of this thread means the task too, and that ends by itself.
        long since = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - interrupted);
        if (StopSignal.isRaised() && since > PATIENCE_MILLIS) {
          throw new CellStopped(
              "interrupted; something that Java cannot stop goes on in the background");
        }
      }
    }
  }

  /// Returns whether something runs that someone waits for.
  public boolean isBusy() {
    return !running.isEmpty();
  }

  /// Stops what runs, and what earlier cells have left running.
  public void interrupt() {
    if (!StopSignal.isRaised()) {
      interrupted = System.nanoTime();
    }
    StopSignal.raise();
    running.forEach(Thread::interrupt);
    cells.interrupt();
  }

  /// Makes ready for a cell after one that was interrupted.
  public void ready() {
    if (StopSignal.isRaised()) {
      stragglers();
      StopSignal.lower();
    }
  }

  /// Gives threads of the interrupted cell the time to come by a check: those that run have more of
  /// it, as a busy machine may keep the processor from them.
  private void stragglers() {
    var left = new Thread[MOST_THREADS];
    int count = cells.enumerate(left);
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    for (int i = 0; i < count; i++) {
      try {
        left[i].join(LOOK_MILLIS / count + 1);
        while (left[i].getState() == Thread.State.RUNNABLE && System.nanoTime() < until) {
          left[i].join(LOOK_MILLIS);
        }
      } catch (InterruptedException _) {
        return;
      }
    }
  }
}
