package tapeline.instruments.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class AcceleratorTest {
  /// π/β in FLOP a byte.
  private static double ridge(Accelerator accelerator) {
    var ceilings = accelerator.ceilings();
    return ceilings.peak().perSecond() / ceilings.memory().perSecond();
  }

  @Test
  void an_a100_with_the_faster_memory_has_its_ridge_at_153() {
    assertThat(ridge(Accelerator.A100_80GB)).as("with 2.039 TB/s").isCloseTo(153, within(0.1));
    assertThat(ridge(Accelerator.A100_40GB)).as("with 1.555 TB/s").isCloseTo(200.6, within(0.1));
  }

  @Test
  void matrix_units_move_the_ridge_far_to_the_right() {
    assertThat(ridge(Accelerator.H100)).isCloseTo(295, within(1.0));
    assertThat(ridge(Accelerator.TPU_V5E)).isCloseTo(241, within(1.0));
    assertThat(ridge(Accelerator.JETSON_AGX_ORIN)).isCloseTo(26, within(1.0));
    assertThat(ridge(Accelerator.M4)).isEqualTo(29);
  }

  @Test
  void each_names_its_source() {
    for (var accelerator : Accelerator.values()) {
      assertThat(accelerator.source()).startsWith("https://");
      assertThat(accelerator.ceilings().machine()).isNotBlank();
    }
  }

  @Test
  void a_ceiling_that_is_none_is_refused() {
    assertThatThrownBy(() -> new Ceiling("L1", 3, 4, 5))
        .hasMessage("a ceiling needs 0 < least ≤ median ≤ most, got 4.0, 3.0 and 5.0 for L1");
    for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> Ceiling.published("L1", bad)).hasMessageEndingWith("for L1");
    }
    assertThatThrownBy(() -> new Ceilings("none", List.of(), List.of()))
        .hasMessage("a machine needs a compute and a bandwidth ceiling, got [] and [] for none");
  }
}
