package tapeline.tests.tensor;

import static java.lang.Math.exp;
import static java.lang.Math.log1p;
import static java.lang.Math.tanh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;

/// The functions of one number are given; on slices they are right only when the slices are.
@Tag("04.3")
class UnaryOpTest {
  @Test
  void every_function_of_a_slice_is_that_of_its_elements() {
    for (var op : UnaryOp.values()) {
      var x = slice("unary " + op, low(op), 3);
      var f = function(op);
      ByIndex.check(
          op + " of a slice, against float64",
          x.map(op),
          x.shape(),
          i -> f.applyAsDouble(x.at(i)),
          1e-6);
    }
  }

  @Test
  void every_slope_agrees_with_a_central_difference() {
    for (var op : UnaryOp.values()) {
      var x = slice("slope " + op, low(op), 3);
      var dy = slice("upstream " + op, -2, 2);
      var f = function(op);
      double h = 1e-6;
      ByIndex.check(
          "dy·f′(x) of %s on slices, against (f(x + h) − f(x − h)) / 2h in float64".formatted(op),
          Backend.current().slope(op, dy, x, x.map(op)),
          x.shape(),
          i -> dy.at(i) * (f.applyAsDouble(x.at(i) + h) - f.applyAsDouble(x.at(i) - h)) / (2 * h),
          1e-5);
    }
    var row = Tensor.zeros(5);
    assertThatThrownBy(
            () -> Backend.current().slope(UnaryOp.EXP, row, Tensor.zeros(3, 5), row),
            "the slope of EXP with dy (5) and x (3,5): a gradient has its tensor's shape")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("(5)", "(3,5)");
  }

  @Test
  void corners_have_slope_0() {
    var x = Tensor.vector(9, 0, -0f, -1, 1).slice(0, 1, 5);
    var dy = Tensor.full(3, 4);
    assertThat(Backend.current().slope(UnaryOp.RELU, dy, x, x.relu()).toArray())
        .as("3·relu′ at 0, −0, −1, 1")
        .usingComparatorWithPrecision(0f)
        .containsExactly(0, 0, 0, 3);
    assertThat(Backend.current().slope(UnaryOp.ABS, dy, x, x.abs()).toArray())
        .as("3·|x|′ at 0, −0, −1, 1")
        .usingComparatorWithPrecision(0f)
        .containsExactly(0, 0, -3, 3);
  }

  @Test
  void far_out_they_stay_finite() {
    for (var op :
        new UnaryOp[] {
          UnaryOp.TANH, UnaryOp.SIGMOID, UnaryOp.RELU, UnaryOp.SOFTPLUS, UnaryOp.GELU
        }) {
      var f = function(op);
      for (float size : new float[] {1e2f, 1e4f, 3e38f}) {
        var x = Tensor.vector(-7, -size, size).slice(0, 1, 3);
        var y = x.map(op);
        var slope = Backend.current().slope(op, Tensor.full(1, 2), x, y);
        ByIndex.check(
            "%s at ±%s".formatted(op, size), y, y.shape(), i -> f.applyAsDouble(x.at(i)), 1e-6);
        assertThat(slope.at(0)).as("%s′ at −%s", op, size).isCloseTo(0, within(1e-6f));
        assertThat(slope.at(1))
            .as("%s′ at %s", op, size)
            .isCloseTo(op == UnaryOp.TANH || op == UnaryOp.SIGMOID ? 0 : 1, within(1e-6f));
      }
    }
  }

  /// A (3,5) in the middle of a (5,5), of numbers from `low` to `high`.
  private static Tensor slice(String purpose, float low, float high) {
    return Tensor.uniform(Seeds.random(purpose), low, high, 5, 5).slice(0, 1, 4);
  }

  private static float low(UnaryOp op) {
    return switch (op) {
      case LOG, SQRT, RECIPROCAL -> 0.2f;
      case NEG, EXP, SQUARE, ABS, TANH, SIGMOID, RELU, SOFTPLUS, GELU -> -3;
    };
  }

  private static DoubleUnaryOperator function(UnaryOp op) {
    return switch (op) {
      case NEG -> x -> -x;
      case EXP -> Math::exp;
      case LOG -> Math::log;
      case SQRT -> Math::sqrt;
      case SQUARE -> x -> x * x;
      case RECIPROCAL -> x -> 1 / x;
      case ABS -> Math::abs;
      case TANH -> Math::tanh;
      case SIGMOID -> x -> 1 / (1 + exp(-x));
      case RELU -> x -> Math.max(x, 0);
      case SOFTPLUS -> x -> x > 40 ? x : log1p(exp(x));
      case GELU -> x -> x / 2 * (1 + tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
    };
  }
}
