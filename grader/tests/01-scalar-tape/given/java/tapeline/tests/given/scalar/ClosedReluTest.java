package tapeline.tests.given.scalar;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tapeline.scalar.ScalarOp;
import tapeline.scalar.Tape;

/// A slope of 0 lets nothing through, even of ∞. No exercise is graded by it: the plain product of
/// the chain rule is a right answer to 01.6.
class ClosedReluTest {
  @Test
  void a_closed_relu_lets_nothing_through() {
    var tape = new Tape();
    var x = tape.variable(-1);
    var y = tape.record(ScalarOp.POW, tape.record(ScalarOp.RELU, x), tape.constant(0.5));
    tape.backward(y);
    assertThat(x.gradient())
        .as("y = √max(x, 0) at x = −1: ∂y/∂x, though √ has the slope ∞ at 0, and ∞·0 is NaN")
        .isZero();
  }
}
