package tapeline.tests.roofline.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.instruments.profile.Cost;
import tapeline.roofline.machine.FmaChain;

@Tag("12.1")
class FmaChainTest {
  /// `steps` times x·m + c, each exact and then rounded to float32.
  private static float after(int steps, float x) {
    float y = x;
    for (int k = 0; k < steps; k++) y = Math.fma(y, FmaChain.FACTOR, FmaChain.SUMMAND);
    return y;
  }

  @Test
  void does_as_many_steps_as_its_length() {
    for (int steps : FmaChain.STEPS) {
      var x = new float[] {-3, 0, 101};
      new FmaChain(steps).run(x);
      assertThat(x)
          .as("-3, 0 and 101 after a chain of %d steps x·0.99 + 0.01", steps)
          .containsExactly(after(steps, -3), after(steps, 0), after(steps, 101));
    }
  }

  @Test
  void counts_two_flops_a_step_and_number() {
    for (int steps : FmaChain.STEPS) {
      assertThat(new FmaChain(steps).cost(1000))
          .as("what a chain of %d steps costs on 1000 numbers", steps)
          .isEqualTo(new Cost(2000L * steps, 4000, 4000));
    }
    assertThat(new FmaChain(16).cost(1L << 30).flops())
        .as("FLOPs of 16 steps on 2³⁰ numbers")
        .isEqualTo(1L << 35);
  }
}
