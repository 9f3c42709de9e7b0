package tapeline.reuse;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/// How much does sharing save? 32·tanh(x²), as a sum of 32 terms.
///
/// The term is recorded once and used 32 times, or recorded 32 times. Prediction: shared, 33 ops
/// and one tanh; recomputed, 95 ops and 32 of them tanh, so it is three to five times slower,
/// though the gradient is the same.
///
/// Run: `mvn -pl grader test -Dmodule=3 -Dbench`
public class SharingBenchmark extends TapeBenchmark {
  private static final int USES = 32;
  private double at = 0.7;

  /// Each method, against 32·2x·(1 − tanh²(x²)).
  @Setup
  public void check() {
    double h = Math.tanh(at * at);
    double slope = USES * 2 * at * (1 - h * h);
    check("bareArrayTape", bareArrayTape(), slope);
    check("flatTapeReused", flatTapeReused(), slope);
    check("flatTapeRecomputing", flatTapeRecomputing(), slope);
  }

  @Benchmark
  public double bareArrayTape() {
    bare.reset();
    int x = bare.input(at);
    int term = bare.tanh(bare.mul(x, x));
    int sum = term;
    for (int k = 1; k < USES; k++) {
      sum = bare.add(sum, term);
    }
    bare.backward(sum);
    return bare.gradient(x);
  }

  @Benchmark
  public double bareArrayTapeAgain() {
    return bareArrayTape();
  }

  @Benchmark
  public double flatTapeReused() {
    flat.reset();
    int x = flat.variable(at);
    int term = flat.tanh(flat.mul(x, x));
    int sum = term;
    for (int k = 1; k < USES; k++) {
      sum = flat.add(sum, term);
    }
    flat.backward(sum);
    return flat.gradient(x);
  }

  @Benchmark
  public double flatTapeRecomputing() {
    flat.reset();
    int x = flat.variable(at);
    int sum = flat.tanh(flat.mul(x, x));
    for (int k = 1; k < USES; k++) {
      sum = flat.add(sum, flat.tanh(flat.mul(x, x)));
    }
    flat.backward(sum);
    return flat.gradient(x);
  }
}
