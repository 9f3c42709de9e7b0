package tapeline.reuse;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/// How much does one op cost? Two variables, an expression of one to five ops, its gradient.
///
/// Prediction: an add or a mul is a few ns on either tape, so most of the time goes into what
/// surrounds it (two variables, clearing, the walk). Where sin, exp or tanh is computed, forward
/// and again for the slope, the tape around it hardly matters, and the ratio falls towards 1.
///
/// Run: `mvn -pl grader test -Dmodule=3 -Dbench`
public class OpBenchmark extends TapeBenchmark {
  @Param Expression expression;
  private double atX = 0.7;
  private double atY = -0.4;

  /// Both tapes, against the slope by hand.
  @Setup
  public void check() {
    check("bareArrayTape", bareArrayTape(), expression.slope(atX, atY));
    check("flatTapeReused", flatTapeReused(), expression.slope(atX, atY));
  }

  @Benchmark
  public double bareArrayTape() {
    bare.reset();
    int x = bare.input(atX);
    bare.backward(expression.on(bare, x, bare.input(atY)));
    return bare.gradient(x);
  }

  @Benchmark
  public double bareArrayTapeAgain() {
    return bareArrayTape();
  }

  @Benchmark
  public double flatTapeReused() {
    flat.reset();
    int x = flat.variable(atX);
    flat.backward(expression.on(flat, x, flat.variable(atY)));
    return flat.gradient(x);
  }
}
