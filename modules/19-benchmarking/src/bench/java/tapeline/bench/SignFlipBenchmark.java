package tapeline.bench;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.apache.commons.math3.stat.inference.TTest;
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
import tapeline.bench.stats.SignFlip;

/// What does an exact test cost? All sign tables of n differences, float64, on the CPU, beside
/// Welch's test of the same n values.
///
/// Prediction: 2ⁿ tables of n additions each, so two pairs more cost four times as much: some ten
/// microseconds for 10 pairs, a millisecond for 16. Welch's test hardly depends on n. Either is
/// nothing beside the seconds in which a pair of JVMs is measured.
///
/// Run: `mvn -pl grader test -Dmodule=19 -Dbench=SignFlipBenchmark`
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class SignFlipBenchmark {
  @Param({"10", "12", "16"})
  int pairs;

  private double[] differences = {};
  private double[] a = {};
  private double[] b = {};

  @Setup
  public void setup() {
    RandomGenerator random = new SplittableRandom(19);
    differences = new double[pairs];
    a = new double[pairs];
    b = new double[pairs];
    for (int i = 0; i < pairs; i++) {
      a[i] = 1 + 0.02 * random.nextGaussian();
      b[i] = 1.02 + 0.02 * random.nextGaussian();
      differences[i] = 1 + i;
    }
    if (SignFlip.p(differences) != Math.pow(2, 1 - pairs)) {
      throw new IllegalStateException(
          "p of %d differences above 0 is 2/2^%d, got %s"
              .formatted(pairs, pairs, SignFlip.p(differences)));
    }
  }

  @Benchmark
  public double baseline() {
    return new TTest().tTest(a, b);
  }

  @Benchmark
  public double baselineAgain() {
    return new TTest().tTest(a, b);
  }

  @Benchmark
  public double yours() {
    return SignFlip.p(differences);
  }
}
