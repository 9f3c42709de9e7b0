package tapeline.roofline;

import java.util.Arrays;
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

/// How much does fusing gain? `y = max(x + b, 0)` of n floats, in two passes over arrays and in
/// one; on the CPU, one thread, batch 1, nothing is allocated.
///
/// Both do 2n FLOPs. Two passes move 20 bytes a number, x, b and u, then u and y; one pass moves
/// 12. Prediction by the roofline: where memory is the bound, at 2²² numbers, 20/12 = 1.67 times as
/// fast. At 2¹¹ numbers, which lie in the first cache, loads and stores are the bound as well, and
/// there are 5 and 3 of them: the same ratio, at many times the speed.
///
/// Run: `mvn -pl grader test -Dmodule=12 -Dbench=FusedPassBenchmark`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 250, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 150, timeUnit = TimeUnit.MILLISECONDS)
public class FusedPassBenchmark {
  @Param({"2048", "4194304"})
  int n;

  @Param("f32")
  String dtype;

  private float[] x = {};
  private float[] b = {};
  private float[] u = {};
  private float[] y = {};

  /// Both ways give the same numbers.
  @Setup
  public void prepare() {
    var random = new Random(12);
    x = new float[n];
    b = new float[n];
    u = new float[n];
    y = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = (float) random.nextGaussian();
      b[i] = (float) random.nextGaussian();
    }
    var two = twoPasses().clone();
    if (!Arrays.equals(two, fused())) {
      throw new IllegalStateException(
          "max(x + b, 0) in two passes and in one gives different numbers: a wrong answer is not"
              + " timed");
    }
  }

  /// The baseline.
  @Benchmark
  public float[] twoPasses() {
    for (int i = 0; i < n; i++) u[i] = x[i] + b[i];
    for (int i = 0; i < n; i++) y[i] = Math.max(u[i], 0);
    return y;
  }

  @Benchmark
  public float[] twoPassesAgain() {
    return twoPasses();
  }

  @Benchmark
  public float[] fused() {
    for (int i = 0; i < n; i++) y[i] = Math.max(x[i] + b[i], 0);
    return y;
  }
}
