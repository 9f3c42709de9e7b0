package tapeline.laboratory.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.tensor.UnaryOp;

class VectorFunctionsTest {
  private static final int STRIDE = 9973; // of the 2³² floats; UlpError's word 1 takes all

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

  @Test
  void words_that_are_no_step_no_function_and_no_side_are_refused() {
    assertThatThrownBy(() -> UlpError.main(new String[] {"0"}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 1 to 999999999, got 0");
    assertThatThrownBy(() -> UlpError.main(new String[] {"997", "exp"}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a function is one of [NEG, EXP, ")
        .hasMessageEndingWith(", got exp");
    for (var side : List.of("0", "-1", "x")) {
      assertThatThrownBy(() -> Ladder.main(new String[] {side}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("rows is a whole number from 1 to 9999, got " + side);
    }
  }

  private static void within(UnaryOp op, double ulps) {
    var worst = UlpError.worst(op, STRIDE);
    assertThat(worst.ulps())
        .as("%s is furthest off at %s", op, worst.at())
        .isLessThanOrEqualTo(ulps);
  }
}
