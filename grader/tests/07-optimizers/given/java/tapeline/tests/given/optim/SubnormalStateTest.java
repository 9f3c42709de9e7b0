package tapeline.tests.given.optim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.nn.Parameter;
import tapeline.optim.Adam;
import tapeline.optim.AdamBackend;
import tapeline.optim.Schedule;
import tapeline.tensor.Backend;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Tensor;

/// Means that an optimizer keeps for a number whose gradient is 0 for good. No exercise is graded
/// by them.
class SubnormalStateTest {
  /// A backend whose Adam only lets the means fade, by 0.9 a step.
  private static final class Fading extends ForwardingBackend implements AdamBackend {
    private float mean;

    Fading() {
      super(new CpuBackend());
    }

    @Override
    public boolean adam(Rule rule, float[] p, int atP, float[] g, int atG, float[] m, float[] v) {
      m[0] = rule.steps() == 1 ? 1 : 0.9f * m[0];
      mean = m[0];
      return true;
    }
  }

  @Test
  void a_mean_that_fades_becomes_0_and_not_subnormal() {
    var p = new Parameter("p", Tensor.vector(1));
    p.setGradient(Tensor.vector(0));
    var adam = new Adam(Schedule.constant(0.1));
    var fading = new Fading();
    try (var _ = Backend.use(fading)) {
      for (int i = 0; i < 800; i++) adam.step(List.of(p));
      assertThat(fading.mean).as("0.9⁷⁹⁹, a normal number").isGreaterThan(1e-37f);
      for (int i = 0; i < 400; i++) adam.step(List.of(p));
    }
    assertThat(fading.mean)
        .as("the mean after 1,200 steps, of which 1,199 had no gradient")
        .isZero();
  }
}
