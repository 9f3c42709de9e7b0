package tapeline.compress;

import java.util.Random;
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
import tapeline.tensor.Tensor;

/// What does a product (256,256)·(256,64) take when most of its weights are 0, dense and sparse?
/// float32 on the CPU, one thread, 04's backend.
///
/// Prediction: the sparse product does a tenth or a hundredth of the FLOPs, each with a column to
/// be read besides, so at 90 % zeros it is some times as fast, and at 99 % some ten times.
///
/// Run: `mvn -pl grader test -Dmodule=18 -Dreference -Dbench=SparseBenchmark`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 250, timeUnit = TimeUnit.MILLISECONDS)
public class SparseBenchmark {
  private static final int SIZE = 256;
  private static final int COLUMNS = 64;

  @Param({"0.5", "0.9", "0.99"})
  double zeros;

  private Tensor dense = Tensor.zeros(0, 0);
  private Tensor x = Tensor.zeros(0, 0);
  private CsrMatrix sparse = CsrMatrix.of(dense);

  @Setup
  public void prepare() {
    var random = new Random(18);
    var weights = Tensor.normal(random, SIZE, SIZE);
    dense = weights.times(Masks.magnitude(weights, zeros));
    sparse = CsrMatrix.of(dense);
    x = Tensor.normal(random, SIZE, COLUMNS);
    if (sparse.times(x).minus(dense.matmul(x)).abs().max(false, 0, 1).item() > 1e-3f) {
      throw new IllegalStateException("the products differ: a wrong answer is not timed");
    }
  }

  /// The baseline.
  @Benchmark
  public Tensor denseProduct() {
    return dense.matmul(x);
  }

  @Benchmark
  public Tensor denseProductAgain() {
    return dense.matmul(x);
  }

  @Benchmark
  public Tensor sparseProduct() {
    return sparse.times(x);
  }
}
