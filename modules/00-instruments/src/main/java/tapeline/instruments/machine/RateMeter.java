package tapeline.instruments.machine;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Measures rates: each several times, as the median with the least and the most. With the system
/// property `tapeline.brief` once, for a millisecond, by which checks that read no rate are brief.
///
/// @param times how often
/// @param millis that each of them takes, about
public record RateMeter(int times, int millis) {
  static final boolean BRIEF = Boolean.getBoolean("tapeline.brief");

  /// Runs something till it is compiled for good: for 200 ms.
  public static final RateMeter WARM_UP = new RateMeter(1, 200);

  public RateMeter {
    if (times < 1 || millis < 1) {
      throw new IllegalArgumentException(
          "a rate is measured 1 time or more for 1 ms or more, got %d times %d ms"
              .formatted(times, millis));
    }
    if (BRIEF) {
      times = 1;
      millis = 1;
    }
  }

  /// How much all `runs` do together in a second, each in a thread of its own, if each does `work`
  /// a run. The threads start together, and the clock stops when the last one has ended. Before
  /// that they run for as long as a measurement, so that all is compiled and the data are where
  /// they stay.
  public Ceiling rate(String name, double work, List<? extends Runnable> runs) {
    try (var pool = Executors.newFixedThreadPool(runs.size())) {
      long repeats = 1;
      double took = seconds(pool, runs, repeats);
      while (took * 1e3 < millis) {
        repeats *= 2;
        took = seconds(pool, runs, repeats);
      }
      repeats = Math.max(1, (long) (repeats * millis / (took * 1e3)));
      var rates = new double[times];
      for (int i = 0; i < times; i++) {
        rates[i] = work * repeats * runs.size() / seconds(pool, runs, repeats);
      }
      return Ceiling.of(name, rates);
    } catch (ExecutionException e) {
      throw new IllegalStateException(name + " failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(name + " was interrupted", e);
    }
  }

  private static double seconds(ExecutorService pool, List<? extends Runnable> runs, long repeats)
      throws InterruptedException, ExecutionException {
    var began = new long[1];
    var together = new CyclicBarrier(runs.size(), () -> began[0] = System.nanoTime());
    long ended = 0;
    var tasks = runs.stream().map(run -> timed(run, repeats, together)).toList();
    for (var end : pool.invokeAll(tasks)) ended = Math.max(ended, end.get() - began[0]);
    return Math.max(1, ended) / 1e9;
  }

  private static Callable<Long> timed(Runnable run, long repeats, CyclicBarrier together) {
    return () -> {
      together.await();
      for (long i = 0; i < repeats; i++) run.run();
      return System.nanoTime();
    };
  }
}
