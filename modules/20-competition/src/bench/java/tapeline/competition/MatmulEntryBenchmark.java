package tapeline.competition;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tapeline.competition.baseline.TensorMatmul;

/// How much do strips of B gain, and from which size on? (n,n)·(n,n), float32, on the CPU, one
/// thread, one product a call, beside the event's baseline.
///
/// Prediction: nothing at n = 64, where B (16 KiB) fits the nearest cache anyway; some percent at n
/// = 128 and 256 (64 and 256 KiB), where it comes from the second one. 2n³ divided by the
/// nanoseconds is GFLOP/s.
///
/// Run: `mvn -pl grader test -Dmodule=20 -Dbench=MatmulEntryBenchmark`
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class MatmulEntryBenchmark {
  @Param({"64", "128", "256"})
  int n;

  private final Contestant baseline = new TensorMatmul();
  private final Contestant yours = new MatmulEntry();
  private float[][] input = {};

  @Setup
  public void setup() {
    var size = Map.of("m", n, "k", n, "n", n);
    input = EventInputs.draw(EventWorkload.MATMUL, size, new SplittableRandom(20)).orElseThrow();
    float[] right = baseline.answer(input);
    float[] given = yours.answer(input);
    for (int i = 0; i < right.length; i++) {
      if (!(Math.abs(given[i] - right[i]) <= 1e-3)) {
        throw new IllegalStateException(
            "both compute one product, got %s and %s at %d".formatted(right[i], given[i], i));
      }
    }
  }

  @Benchmark
  public float[] baseline() {
    return baseline.answer(input);
  }

  @Benchmark
  public float[] baselineAgain() {
    return baseline.answer(input);
  }

  @Benchmark
  public float[] yours() {
    return yours.answer(input);
  }
}
