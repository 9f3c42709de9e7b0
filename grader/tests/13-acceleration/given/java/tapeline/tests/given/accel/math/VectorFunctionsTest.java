package tapeline.tests.given.accel.math;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tapeline.accel.math.UlpError;
import tapeline.tensor.UnaryOp;

class VectorFunctionsTest {
  private static final int STRIDE = 9973; // of the 2³² floats; UlpError goes through all

  @Test
  void errors_are_within_what_the_javadoc_says() {
    within(UnaryOp.EXP, 1);
    within(UnaryOp.LOG, 1);
    within(UnaryOp.TANH, 2);
    within(UnaryOp.SIGMOID, 3);
    within(UnaryOp.SOFTPLUS, 3);
    within(UnaryOp.SQRT, 0.51);
    within(UnaryOp.RECIPROCAL, 0.51);
    within(UnaryOp.RELU, 0);
    within(UnaryOp.ABS, 0);
    within(UnaryOp.NEG, 0);
    within(UnaryOp.GELU, 400);
  }

  private static void within(UnaryOp op, double ulps) {
    var worst = UlpError.worst(op, STRIDE);
    assertThat(worst.ulps())
        .as("%s is furthest off at %s", op, worst.at())
        .isLessThanOrEqualTo(ulps);
  }
}
