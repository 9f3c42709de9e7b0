package tapeline.check;

import java.util.function.DoubleUnaryOperator;
import tapeline.scalar.Scalar;
import tapeline.scalar.Tape;

/// A function of n inputs with one output, written on a tape.
///
/// ```java
/// ScalarFunction f = (tape, x) -> x[0].mul(x[1]).add(x[0].sin());
/// ```
@FunctionalInterface
public interface ScalarFunction {
  /// Records the function of `x` on `tape` and returns its output.
  Scalar apply(Tape tape, Scalar[] x);

  /// The value at `x`, on a tape of its own. One evaluation.
  default double value(double... x) {
    var tape = new Tape();
    return apply(tape, variables(tape, x)).value();
  }

  /// The function of input `i` alone, the others held at `x`: a slice on which to take differences.
  default DoubleUnaryOperator along(int i, double... x) {
    return xi -> {
      var moved = x.clone();
      moved[i] = xi;
      return value(moved);
    };
  }

  /// Records `x` as variables of `tape`.
  static Scalar[] variables(Tape tape, double... x) {
    var variables = new Scalar[x.length];
    for (int i = 0; i < x.length; i++) {
      variables[i] = tape.variable(x[i]);
    }
    return variables;
  }
}
