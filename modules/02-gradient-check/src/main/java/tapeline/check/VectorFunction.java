package tapeline.check;

import tapeline.scalar.Scalar;
import tapeline.scalar.Tape;

/// A function of n inputs with m outputs, written on a tape.
///
/// ```java
/// VectorFunction polar = (tape, x) -> new Scalar[] {x[0].mul(x[1].cos()), x[0].mul(x[1].sin())};
/// ```
@FunctionalInterface
public interface VectorFunction {
  /// Records the function of `x` on `tape` and returns its outputs.
  Scalar[] apply(Tape tape, Scalar[] x);

  /// The values at `x`, on a tape of their own. One evaluation.
  default double[] values(double... x) {
    var tape = new Tape();
    var outputs = apply(tape, ScalarFunction.variables(tape, x));
    var values = new double[outputs.length];
    for (int j = 0; j < values.length; j++) {
      values[j] = outputs[j].value();
    }
    return values;
  }
}
