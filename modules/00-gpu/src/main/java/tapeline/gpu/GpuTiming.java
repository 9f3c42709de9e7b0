package tapeline.gpu;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongSupplier;

/// How long work takes on a GPU, run by run: the right way, and the wrong one beside it.
///
/// A launch returns before its kernel has begun. So the host's clock around a launch shows what it
/// costs to *ask* for the work, a few microseconds for any kernel whatever. The right way lets the
/// device note the time in the stream, before the work and behind it, and waits before it reads.
/// The first runs do not count: the driver still loads the kernel, and the clocks rise. And all
/// runs are asked for before the first is waited for: a device that has nothing to do notes the
/// time at once, and then the time until Java asks for the work is counted, too.
///
/// ```java
/// var time = GpuTiming.measureRight(gpu, 3, 20, () -> kernel.launch(launch, a, b, c, n));
/// double bandwidth = 3 * 4.0 * n / time.median() / 1e6; // GB/s, of two reads and one write
/// ```
public final class GpuTiming {
  private final double[] millis; // ascending

  private GpuTiming(double[] millis) {
    Arrays.sort(millis);
    this.millis = millis;
  }

  /// Milliseconds on the device's clock, by events around each run.
  ///
  /// @param warmUps runs that do not count, before
  /// @param work launches on the default stream, or on streams that wait for it
  /// @throws IllegalStateException on the emulator, which has no clock
  public static GpuTiming measureRight(Gpu gpu, int warmUps, int runs, Runnable work) {
    if (gpu.emulated()) {
      throw new IllegalStateException(
          "the emulator has no clock: look at its counters, or measure on a GPU");
    }
    checkRuns(warmUps, runs);
    try (var marks = new Marks(gpu, runs)) {
      for (int i = 0; i < warmUps; i++) {
        work.run();
      }
      for (int i = 0; i < runs; i++) {
        marks.before[i].record(gpu.stream());
        work.run();
        marks.behind[i].record(gpu.stream());
      }
      gpu.synchronize();
      return new GpuTiming(marks.millis());
    }
  }

  /// Two events for each run, and what lies between them.
  private static final class Marks implements AutoCloseable {
    private final GpuEvent[] before;
    private final GpuEvent[] behind;

    Marks(Gpu gpu, int runs) {
      before = new GpuEvent[runs];
      behind = new GpuEvent[runs];
      Arrays.setAll(before, i -> gpu.event("before run " + i));
      Arrays.setAll(behind, i -> gpu.event("behind run " + i));
    }

    double[] millis() {
      var millis = new double[before.length];
      Arrays.setAll(millis, i -> before[i].millisUntil(behind[i]));
      return millis;
    }

    @Override
    public void close() {
      for (int i = 0; i < before.length; i++) {
        before[i].close();
        behind[i].close();
      }
    }
  }

  /// Measures wrongly, as a specimen: by the host's clock around the launch, without waiting. The
  /// result is the time to ask for the work, whatever the work is.
  public static GpuTiming measureWrong(Gpu gpu, int runs, Runnable work) {
    return measureWrong(gpu, runs, work, System::nanoTime);
  }

  /// Measures as wrongly by `clock`, which counts nanoseconds.
  public static GpuTiming measureWrong(Gpu gpu, int runs, Runnable work, LongSupplier clock) {
    checkRuns(0, runs);
    var millis = new double[runs];
    for (int i = 0; i < runs; i++) {
      long before = clock.getAsLong();
      work.run();
      millis[i] = (clock.getAsLong() - before) / 1e6; // and the kernel has not even begun
      gpu.synchronize(); // too late: only so that launches do not pile up
    }
    return new GpuTiming(millis);
  }

  private static void checkRuns(int warmUps, int runs) {
    if (warmUps < 0 || runs < 1) {
      throw new IllegalArgumentException(
          "a measurement has at least one run, and no fewer than 0 to warm up: got %d and %d"
              .formatted(runs, warmUps));
    }
  }

  /// The middle run's milliseconds; of two in the middle, the longer.
  public double median() {
    return millis[millis.length / 2];
  }

  public double fastest() {
    return millis[0];
  }

  public double slowest() {
    return millis[millis.length - 1];
  }

  /// `0.412 ms (0.405 to 0.520 in 20 runs)`
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%.3g ms (%.3g to %.3g in %d runs)",
        median(),
        fastest(),
        slowest(),
        millis.length);
  }
}
