package tapeline.tests.given.optim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.nn.Parameter;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.tensor.Tensor;

/// Adam where g² is ∞ in float32. No exercise is graded by it: `v + (1 − β₂)·(g² − v)`, which is
/// NaN then, is a right answer to 07.2.
class HugeGradientTest {
  @Test
  void a_huge_gradient_leaves_numbers() {
    for (float huge : new float[] {2e19f, 1e30f}) {
      var p = new Parameter("p", Tensor.vector(3));
      p.setGradient(Tensor.vector(huge));
      var adam = new Adam(Schedule.constant(0.25));
      adam.step(List.of(p));
      p.setGradient(Tensor.vector(1));
      adam.step(List.of(p));
      assertThat(p.value().at(0))
          .as("3 after steps of rate 0.25 with the gradients %s and 1: (%1$s)² is ∞", huge)
          .isBetween(2f, 3f);
    }
  }
}
