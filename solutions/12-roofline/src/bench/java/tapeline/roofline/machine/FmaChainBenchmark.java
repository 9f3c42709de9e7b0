package tapeline.roofline.machine;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// How much does a loop within the loop cost? 8 fused multiply–adds on each of 4096 float32, which
/// lie in the first cache, on one core: the steps as a loop within the loop over the numbers, and
/// written out. Both do 65536 FLOPs.
///
/// Prediction: of a loop over steps the compiler makes no vectors, so it does one number at a time,
/// and each step waits for the last: some ten times as long.
///
/// Run: `mvn -pl grader test -Dmodule=12 -Dbench=FmaChainBenchmark`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class FmaChainBenchmark {
  private static final int STEPS = 8;

  private final float[] x = new float[4096];
  private final FmaChain chain = new FmaChain(STEPS);

  /// Both give the same numbers.
  @Setup
  public void check() {
    float[] other = x.clone();
    chain.run(x);
    loop(other);
    if (x[0] != other[0] || x[4095] != other[4095]) {
      throw new IllegalStateException("a wrong answer is not timed: %s".formatted(x[0]));
    }
  }

  private static void loop(float[] x) {
    for (int i = 0; i < x.length; i++) {
      float y = x[i];
      for (int k = 0; k < STEPS; k++) y = Math.fma(y, FmaChain.FACTOR, FmaChain.SUMMAND);
      x[i] = y;
    }
  }

  @Benchmark
  public float[] loopWithin() {
    loop(x);
    return x;
  }

  @Benchmark
  public float[] loopWithinAgain() {
    loop(x);
    return x;
  }

  @Benchmark
  public float[] writtenOut() {
    chain.run(x);
    return x;
  }
}
