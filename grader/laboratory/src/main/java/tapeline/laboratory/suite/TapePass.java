package tapeline.laboratory.suite;

import org.jspecify.annotations.Nullable;
import tapeline.check.ScalarFunction;
import tapeline.scalar.Scalar;
import tapeline.scalar.Tape;

/// A pass of module 01's tape, a new one each time.
class TapePass implements Pass {
  private final ScalarFunction function;
  private final double[] at;
  private Tape tape = new Tape();
  private Scalar[] x = {};
  private Scalar y = tape.constant(0);

  TapePass(ScalarFunction function, double... at) {
    this.function = function;
    this.at = at.clone();
    forward();
  }

  @Override
  public final double forward() {
    tape = new Tape();
    x = ScalarFunction.variables(tape, at);
    y = function.apply(tape, x);
    return y.value();
  }

  @Override
  public final double backward() {
    tape.backward(y);
    return x[0].gradient();
  }

  /// The gradient in each input.
  double[] gradient() {
    forward();
    backward();
    var gradient = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      gradient[i] = x[i].gradient();
    }
    return gradient;
  }

  @Override
  public final int nodes() {
    return tape.size();
  }

  /// Its objects are the JVM's to count.
  @Override
  public final @Nullable Long peakBytes() {
    return null;
  }
}
