package tapeline.tests.quant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.quant.Affine;
import tapeline.tests.Seeds;

@Tag("17.1")
class AffineTest {
  private static List<Integer> codes(Affine code, float... x) {
    var q = new Integer[x.length];
    for (int i = 0; i < x.length; i++) {
      q[i] = (int) code.quantize(x[i]);
    }
    return List.of(q);
  }

  @Test
  void a_range_of_255_steps_by_hand() {
    var code = Affine.covering(-1, 254);
    assertThat(code.scale()).as("the scale of −1 to 254: 256 codes have 255 steps").isEqualTo(1);
    assertThat(code.zeroPoint()).as("the code of 0, when −1 has −128").isEqualTo(-127);
    assertThat(codes(code, -1, 0, 1, 254))
        .as("codes of −1, 0, 1 and 254")
        .containsExactly(-128, -127, -126, 127);
  }

  @Test
  void the_zero_point_is_rounded() {
    assertThat(Affine.covering(-1, 0.98f).zeroPoint())
        .as("the code of 0 in −1 to 0.98, where −1 is 128.8 steps below it")
        .isEqualTo(1);
  }

  @Test
  void zero_is_in_every_range() {
    assertThat(Affine.covering(2, 255))
        .as("the code of 2 to 255, stretched to 0")
        .isEqualTo(new Affine(1, -128));
    assertThat(Affine.covering(-255, -2))
        .as("the code of −255 to −2, stretched to 0")
        .isEqualTo(new Affine(1, 127));
  }

  @Test
  void codes_are_the_nearest() {
    assertThat(codes(new Affine(2, 10), 0.9f, 1.1f, -0.9f, -1.1f, 5.2f, -5.2f))
        .as("codes of 0.9, 1.1, −0.9, −1.1, 5.2 and −5.2 with scale 2 and zero point 10")
        .containsExactly(10, 11, 10, 9, 13, 7);
    assertThat(codes(new Affine(2, 11), 1, 3, -1, -3))
        .as("codes of 1, 3, −1 and −3, in the middle, with scale 2 and zero point 11")
        .containsExactly(11, 13, 11, 9);
  }

  @Test
  void beyond_the_range_is_its_end() {
    assertThat(codes(new Affine(0.5f, 20), 53.5f, 54, 1e9f, Float.POSITIVE_INFINITY))
        .as("codes of 53.5, 54, 10⁹ and ∞ with scale 0.5 and zero point 20: 127 is the last")
        .containsExactly(127, 127, 127, 127);
    assertThat(codes(new Affine(0.5f, 20), -74, -75, -1e9f))
        .as("codes of −74, −75 and −10⁹: −128 is the first")
        .containsExactly(-128, -128, -128);
  }

  @Test
  void equal_numbers_have_a_code() {
    var zeros = Affine.covering(0, 0);
    assertThat(zeros.dequantize(zeros.quantize(0))).as("0 from the range 0 to 0").isEqualTo(0);
  }

  @Test
  void numbers_come_back_within_half_a_step_and_0_as_it_is() {
    var random = Seeds.random("affine");
    for (int i = 0; i < 200; i++) {
      float low = (float) random.nextGaussian();
      float high = low + (float) Math.exp(random.nextGaussian());
      var code = Affine.covering(low, high);
      assertThat(code.dequantize(code.quantize(0)))
          .as("0 from the range %s to %s", low, high)
          .isEqualTo(0);
      float x = random.nextFloat(low, high);
      x = Math.clamp(x, code.dequantize((byte) -128), code.dequantize((byte) 127));
      assertThat(Math.abs((double) x - code.dequantize(code.quantize(x))))
          .as("how far %s comes back in %s to %s, half a step being allowed", x, low, high)
          .isLessThanOrEqualTo(code.scale() * 0.5001);
    }
  }
}
