package tapeline.laboratory.roofline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tapeline.tensor.UnaryOp;

class VectorFunctionsTest {
  private static final int STRIDE = 9973; // of the 2³² floats; UlpError goes through all

  @Test
  void errors_are_within_what_the_javadoc_says() {
    within(UnaryOp.EXP, 1.02);
    within(UnaryOp.LOG, 0.83);
    within(UnaryOp.TANH, 1.34);
    within(UnaryOp.SIGMOID, 2.41);
    within(UnaryOp.SOFTPLUS, 1.99);
    within(UnaryOp.SQRT, 0.51);
    within(UnaryOp.RECIPROCAL, 0.51);
    within(UnaryOp.RELU, 0);
    within(UnaryOp.ABS, 0);
    within(UnaryOp.NEG, 0);
    within(UnaryOp.GELU, 214);
  }

  private static void within(UnaryOp op, double ulps) {
    var worst = UlpError.worst(op, STRIDE);
    assertThat(worst.ulps())
        .as("%s is furthest off at %s", op, worst.at())
        .isLessThanOrEqualTo(ulps);
  }
}
