package tapeline.reuse;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/// How much does folding save? `Σ sin(wₖ)·wₖ·x` for 100 constants wₖ: half of the ops are on
/// constants.
///
/// The bare tape knows no constants, so it records every number as an input and walks all 500
/// nodes; the flat tape walks 200. Prediction: the flat tape's backward takes a third of the time,
/// because it computes no cosine for the gradient of a constant; its forward asks more questions an
/// op, so the whole gains less, or nothing.
///
/// Run: `mvn -pl grader test -Dmodule=3 -Dbench`
public class ConstantsBenchmark extends TapeBenchmark {
  private double at = 0.7;
  private final double[] weights = Horner.coefficients(100);

  /// Both tapes, against Σ sin(wₖ)·wₖ; and what each walks.
  @Setup
  public void check() {
    double slope = 0;
    for (double w : weights) {
      slope += Math.sin(w) * w;
    }
    check("bareArrayTape", bareArrayTape(), slope);
    check("flatTapeReused", flatTapeReused(), slope);
    check("the flat tape's visited()", flat.visited(), 200);
  }

  @Benchmark
  public double bareArrayTape() {
    bare.reset();
    int x = bare.input(at);
    int sum = -1;
    for (double weight : weights) {
      int w = bare.input(weight);
      int term = bare.mul(bare.mul(bare.sin(w), w), x);
      sum = sum < 0 ? term : bare.add(sum, term);
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
    int sum = -1;
    for (double weight : weights) {
      int w = flat.constant(weight);
      int term = flat.mul(flat.mul(flat.sin(w), w), x);
      sum = sum < 0 ? term : flat.add(sum, term);
    }
    flat.backward(sum);
    return flat.gradient(x);
  }
}
