package tapeline.tests.scalar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.assertj.core.data.Offset;
import tapeline.scalar.ScalarOp;

/// Compares a row of the op table with formulas that are written another way.
final class RowCheck {
  private RowCheck() {}

  /// Checks the value and both derivatives of a binary row at `(a, b)`, to 12 digits.
  static void check(
      ScalarOp op,
      double a,
      double b,
      DoubleBinaryOperator value,
      DoubleBinaryOperator da,
      DoubleBinaryOperator db) {
    double y = value.applyAsDouble(a, b);
    close(op.value(a, b), y, "%s.value(%s, %s): the first cell of the row", op, a, b);
    close(
        op.da(a, b, y),
        da.applyAsDouble(a, b),
        "%s.da(a = %s, b = %s, y = %s), ∂y/∂a: b stands still, how fast does y move with a?",
        op,
        a,
        b,
        y);
    close(
        op.db(a, b, y),
        db.applyAsDouble(a, b),
        "%s.db(a = %s, b = %s, y = %s), ∂y/∂b: a stands still, how fast does y move with b?",
        op,
        a,
        b,
        y);
  }

  /// Checks the value and the derivative of a unary row at `a`, to 12 digits.
  static void check(ScalarOp op, double a, DoubleUnaryOperator value, DoubleUnaryOperator da) {
    double y = value.applyAsDouble(a);
    close(op.value(a, Double.NaN), y, "%s.value(%s): the first cell of the row", op, a);
    close(
        op.da(a, Double.NaN, y),
        da.applyAsDouble(a),
        "%s.da(a = %s, y = %s), ∂y/∂a: how fast does y move with a?",
        op,
        a,
        y);
  }

  private static void close(double actual, double expected, String message, Object... args) {
    assertThat(actual)
        .as(message, args)
        .isCloseTo(expected, Offset.offset(1e-12 * (1 + Math.abs(expected))));
  }
}
