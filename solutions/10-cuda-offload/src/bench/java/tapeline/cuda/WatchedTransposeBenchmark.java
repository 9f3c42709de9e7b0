package tapeline.cuda;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.LaunchReport;
import tapeline.gpu.emulator.Mode;
import tapeline.tensor.Tensor;

/// How much does it cost to be watched? The transpose of (300,500) float32 on the emulator, on one
/// core: plain, with counters, and with the search for races. The times are the emulator's, and say
/// nothing about a GPU.
///
/// Prediction: counters look at each request once, for 32 threads together: half as long again.
/// Races are looked for thread by thread and byte by byte, with a note for each: ten times as long.
///
/// Run: `mvn -pl grader test -Dmodule=10 -Dbench`
@State(Scope.Thread)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class WatchedTransposeBenchmark {
  private static final int ROWS = 300;
  private static final int COLUMNS = 500;

  private final Watched plain = new Watched(Mode.PLAIN);
  private final Watched counters = new Watched(Mode.COUNTERS);
  private final Watched races = new Watched(Mode.RACES);

  /// A device of its own for each mode, with the matrix on it.
  private static final class Watched {
    final EmulatedGpu device = new EmulatedGpu().cores(1);
    final Gpu gpu = Gpu.on(device);
    final CourseKernels kernels = new CourseKernels(gpu);
    final DeviceBuffer x;
    final DeviceBuffer y = gpu.floats("y", ROWS * COLUMNS);

    Watched(Mode mode) {
      device.mode(mode);
      x = gpu.floatsOf("x", Tensor.normal(new Random(10), ROWS, COLUMNS).data());
    }

    LaunchReport transpose() {
      kernels.transpose(x, y, ROWS, COLUMNS);
      return device.lastReport();
    }
  }

  /// All three against Java.
  @Setup
  public void check() {
    for (var watched : new Watched[] {plain, counters, races}) {
      watched.transpose();
      float[] x = watched.x.toFloats();
      float[] y = watched.y.toFloats();
      for (int i = 0; i < x.length; i++) {
        if (y[i % COLUMNS * ROWS + i / COLUMNS] != x[i]) {
          throw new IllegalStateException("element " + i + ": a wrong answer is not timed");
        }
      }
    }
  }

  @TearDown
  public void close() {
    plain.gpu.close();
    counters.gpu.close();
    races.gpu.close();
  }

  @Benchmark
  public LaunchReport plain() {
    return plain.transpose();
  }

  @Benchmark
  public LaunchReport plainAgain() {
    return plain.transpose();
  }

  @Benchmark
  public LaunchReport counters() {
    return counters.transpose();
  }

  @Benchmark
  public LaunchReport races() {
    return races.transpose();
  }
}
