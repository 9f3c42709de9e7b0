package tapeline.tests.curvature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.curvature.DualBackend;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

@Tag("16.3")
class SlopeTangentsTest {
  private static final float[] AT = {0.5f, 0.8f, 1, 2};
  private static final float[] UP = {1, -2, 0.5f, 3}; // dy
  private static final float[] CHANGE = {1, 0.5f, -3, 2}; // ẋ

  /// Checks that `dy·f′(x)` changes by `dy·f″(x)·ẋ`.
  private static void second(UnaryOp op, DoubleUnaryOperator second) {
    var x = Tensor.vector(AT);
    var dual = new DualBackend(Backend.current());
    Tensor slope;
    try (var _ = Backend.use(dual)) {
      slope = dual.slope(op, Tensor.vector(UP), x, x.map(op));
    }
    dual.along(List.of(x), List.of(Tensor.vector(CHANGE)));
    var expected = new float[AT.length];
    for (int i = 0; i < AT.length; i++) {
      expected[i] = (float) (UP[i] * second.applyAsDouble(AT[i]) * CHANGE[i]);
    }
    assertThat(dual.tangent(slope).toArray())
        .as(
            "the tangent of dy·%s′(x) at x = (0.5, 0.8, 1, 2), dy = (1, −2, 0.5, 3), ẋ = (1, 0.5, −3, 2): dy·%s″(x)·ẋ",
            op, op)
        .usingComparatorWithPrecision(2e-5f)
        .containsExactly(expected);
  }

  @Test
  void the_slope_of_the_square() {
    second(UnaryOp.SQUARE, _ -> 2);
  }

  @Test
  void the_slope_of_exp() {
    second(UnaryOp.EXP, Math::exp);
  }

  @Test
  void the_slope_of_log() {
    second(UnaryOp.LOG, x -> -1 / (x * x));
  }

  @Test
  void the_slope_of_the_square_root() {
    second(UnaryOp.SQRT, x -> -0.25 * Math.pow(x, -1.5));
  }

  @Test
  void the_slope_of_the_reciprocal() {
    second(UnaryOp.RECIPROCAL, x -> 2 / (x * x * x));
  }

  @Test
  void the_slope_of_tanh() {
    second(UnaryOp.TANH, x -> -2 * Math.tanh(x) * (1 - Math.tanh(x) * Math.tanh(x)));
  }

  /// Passes y for x too, as backward does for an op whose slope is written in y.
  @Test
  void the_result_may_stand_in_for_the_input() {
    alone(UnaryOp.EXP, Math.exp(0.8));
    alone(UnaryOp.SQRT, -0.25 * Math.pow(0.8, -1.5));
    alone(UnaryOp.RECIPROCAL, 2 / Math.pow(0.8, 3));
    double t = Math.tanh(0.8);
    alone(UnaryOp.TANH, -2 * t * (1 - t * t));
  }

  @Test
  void the_input_may_stand_in_for_the_result() {
    alone(UnaryOp.LOG, -1 / 0.64);
    alone(UnaryOp.SQUARE, 2);
  }

  private static void alone(UnaryOp op, double second) {
    boolean keepsX = op == UnaryOp.LOG || op == UnaryOp.SQUARE;
    var x = Tensor.vector(0.8f);
    var dual = new DualBackend(Backend.current());
    Tensor slope;
    try (var _ = Backend.use(dual)) {
      var kept = keepsX ? x : x.map(op);
      slope = dual.slope(op, Tensor.vector(1), kept, kept);
    }
    dual.along(List.of(x), List.of(Tensor.vector(1)));
    assertThat((double) dual.tangent(slope).item())
        .as(
            "the tangent of %s′ at 0.8, ẋ = 1, where %s stands for both, as the tape keeps it alone",
            op, keepsX ? "x" : "y")
        .isCloseTo(second, within(2e-5));
  }
}
