package tapeline.tests.given.precision;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.precision.FloatFormat.*;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DecodeTest {
  @Test
  void normal_numbers_by_hand() {
    assertThat(FLOAT16.decode(0x3C00)).as("0x3C00 in float16: 1.0·2⁰").isEqualTo(1);
    assertThat(FLOAT16.decode(0xC500)).as("0xC500 in float16: −1.01₂·2²").isEqualTo(-5);
    assertThat(FLOAT16.decode(0x7BFF)).as("0x7BFF in float16, the largest").isEqualTo(65504);
    assertThat(E4M3.decode(0x7E)).as("0x7E in E4M3: 1.11₂·2⁸").isEqualTo(448);
  }

  @Test
  void subnormals_have_no_hidden_one() {
    assertThat(FLOAT16.decode(1) * 0x1p24f).as("0x0001 in float16, in units of 2⁻²⁴").isEqualTo(1);
    assertThat(FLOAT16.decode(0x200) * 0x1p24f)
        .as("0x0200 in float16, which is 0.1₂·2⁻¹⁴, in units of 2⁻²⁴")
        .isEqualTo(512);
    assertThat(FLOAT16.decode(0)).as("0x0000 in float16").isEqualTo(0);
    assertThat(E5M2.decode(0x83) * 0x1p16f)
        .as("0x83 in E5M2, which is −0.11₂·2⁻¹⁴, in units of 2⁻¹⁶")
        .isEqualTo(-3);
  }

  @Test
  void all_float16_are_the_jdks() {
    assertThat(
            wrong(c ->
                Float.floatToIntBits(FLOAT16.decode(c))
                    != Float.floatToIntBits(Float.float16ToFloat((short) c))))
        .as("those of the 65,536 codes of float16 whose number is not the JDK's")
        .isEmpty();
  }

  @Test
  void all_bfloat16_are_the_upper_halves_of_floats() {
    assertThat(
            wrong(c ->
                Float.floatToIntBits(BFLOAT16.decode(c))
                    != Float.floatToIntBits(Float.intBitsToFloat(c << 16))))
        .as("those of the 65,536 codes of bfloat16 whose number is not the float 0x….0000")
        .isEmpty();
  }

  private static List<String> wrong(IntPredicate wrong) {
    return IntStream.range(0, 0x10000).filter(wrong).mapToObj("0x%04X"::formatted).toList();
  }
}
