package tapeline.tests.precision;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.precision.FloatFormat.*;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.precision.Fp8Tensor;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("15.9")
class Fp8TensorTest {
  @Test
  void scales_by_hand() {
    assertThat(Fp8Tensor.of(E4M3, Tensor.vector(3, -1)).scale())
        .as("the scale for (3, −1) in E4M3: 448/3 = 149.3")
        .isEqualTo(128);
    assertThat(Fp8Tensor.of(E4M3, Tensor.vector(-1000, 1)).scale())
        .as("the scale for (−1000, 1) in E4M3: 448/1000")
        .isEqualTo(0.25f);
    assertThat(Fp8Tensor.of(E4M3, Tensor.vector(448)).scale())
        .as("the scale for 448, which is the largest E4M3")
        .isEqualTo(1);
    assertThat(Fp8Tensor.of(E5M2, Tensor.vector(3)).scale())
        .as("the scale for 3 in E5M2: 57344/3 = 19114.7")
        .isEqualTo(16384);
  }

  @Test
  void numbers_come_back_within_a_sixteenth() {
    var x = Tensor.uniform(Seeds.random("fp8"), 0.1f, 1, 5, 7).times(1e-4f);
    var packed = Fp8Tensor.of(E4M3, x);
    assertThat(packed.bytes()).as("the bytes of 35 numbers").isEqualTo(35);
    var y = packed.unpack();
    for (int i = 0; i < 35; i++) {
      float a = x.at(i / 7, i % 7);
      assertThat((double) Math.abs(y.at(i / 7, i % 7) - a))
          .as("how far %s comes back from E4M3", a)
          .isLessThanOrEqualTo(a / 16.0);
    }
  }

  @Test
  void the_smallest_floats_have_a_finite_scale() {
    var y = Fp8Tensor.of(E4M3, Tensor.vector(Float.MIN_VALUE, 0));
    assertThat(y.scale()).as("the scale for the smallest float").isEqualTo(0x1p127f);
    assertThat(Fp8Tensor.of(E4M3, Tensor.vector(0, 0)).unpack().toArray())
        .as("zeros in E4M3")
        .containsOnly(0);
  }
}
