package tapeline.tests.precision;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.precision.FloatFormat.*;

import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.precision.FloatFormat;

@Tag("15.2")
class EncodeTest {
  private static String hex(FloatFormat format, float x) {
    return "0x%X".formatted(format.encode(x));
  }

  private static IntUnaryOperator encode(FloatFormat format) {
    return bits -> format.encode(Float.intBitsToFloat(bits));
  }

  @Test
  void simple_numbers_in_float16_by_hand() {
    assertThat(hex(FLOAT16, 1)).as("1 = 1.0·2⁰: exponent field 15").isEqualTo("0x3C00");
    assertThat(hex(FLOAT16, -1.5f)).as("−1.5 = −1.1₂·2⁰").isEqualTo("0xBE00");
    assertThat(hex(FLOAT16, 0)).as("0").isEqualTo("0x0");
    assertThat(hex(FLOAT16, -0f)).as("−0").isEqualTo("0x8000");
    assertThat(hex(FLOAT16, 65504)).as("65504, the largest float16").isEqualTo("0x7BFF");
  }

  @Test
  void ties_go_to_the_even_one() {
    assertThat(hex(FLOAT16, 2049)).as("2049, between 2048 (even) and 2050").isEqualTo("0x6800");
    assertThat(hex(FLOAT16, 2051)).as("2051, between 2050 and 2052 (even)").isEqualTo("0x6802");
  }

  @Test
  void subnormals_have_the_units_of_the_smallest_normal_number() {
    assertThat(hex(FLOAT16, 0x1p-24f)).as("2⁻²⁴, the smallest above 0").isEqualTo("0x1");
    assertThat(hex(FLOAT16, 0x1p-25f)).as("2⁻²⁵, between 0 (even) and 2⁻²⁴").isEqualTo("0x0");
    assertThat(hex(FLOAT16, 0x1.8p-24f)).as("1.5·2⁻²⁴, between 1 and 2 units").isEqualTo("0x2");
    assertThat(hex(FLOAT16, 0x1p-14f)).as("2⁻¹⁴, the smallest normal number").isEqualTo("0x400");
    assertThat(hex(FLOAT16, 0x1.ffffp-15f))
        .as("a little below 2⁻¹⁴, which rounds up to it")
        .isEqualTo("0x400");
  }

  @Test
  void beyond_the_largest_is_infinity() {
    assertThat(hex(FLOAT16, 65519.99f)).as("65519.99, nearest to 65504").isEqualTo("0x7BFF");
    assertThat(hex(FLOAT16, 65520)).as("65520, half a unit beyond 65504").isEqualTo("0x7C00");
    assertThat(hex(FLOAT16, -1e30f)).as("−10³⁰").isEqualTo("0xFC00");
    assertThat(hex(BFLOAT16, Float.MAX_VALUE)).as("the largest float").isEqualTo("0x7F80");
  }

  /// At each pattern's number, in the middle to the next, and beside that.
  @Test
  void float16_of_all_floats_is_the_jdks() {
    assertThat(Patterns.first(0, 0x7C00, c -> wrong(c, 0)))
        .as("the first float16 whose own number gets another code than from the JDK")
        .isEqualTo("none");
    assertThat(Patterns.first(0, 0x7C00, c -> wrong(c, 1)))
        .as("the first float16 where a float about the middle to the next gets another code")
        .isEqualTo("none");
  }

  /// Adding a half and cutting off: of two that are as near, the upper one, so a tie shows.
  private static boolean wrong(int code, int beside) {
    float low = Float.float16ToFloat((short) code);
    float high = code == 0x7BFF ? 65536 : Float.float16ToFloat((short) (code + 1));
    int middle = Float.floatToRawIntBits(low + (high - low) / 2);
    int at = beside == 0 ? Float.floatToRawIntBits(low) : middle;
    boolean wrong = false;
    for (int d = -beside; d <= beside; d++) {
      int wanted = Float.floatToFloat16(Float.intBitsToFloat(at + d)) & 0xFFFF;
      wrong |= Patterns.wrong(encode(FLOAT16), at + d, 0x8000, wanted);
    }
    return wrong;
  }

  @Test
  void bfloat16_of_all_floats() {
    assertThat(Patterns.firstBFloat16(encode(BFLOAT16)))
        .as("the first bfloat16 0x…. where 0x….0000, 0x….7FFF, 0x….8000 or 0x….8001 goes wrong")
        .isEqualTo("none");
  }

  @Test
  void eight_bits_by_hand() {
    assertThat(hex(E4M3, 448)).as("448, the largest E4M3").isEqualTo("0x7E");
    assertThat(hex(E4M3, 464))
        .as("464, between 448 (even) and what would be 480")
        .isEqualTo("0x7E");
    assertThat(hex(E4M3, 470))
        .as("470 is beyond E4M3, which has no infinity: NaN")
        .isEqualTo("0x7F");
    assertThat(hex(E4M3, 500))
        .as("500, whose code would be one bit longer than E4M3's: NaN")
        .isEqualTo("0x7F");
    assertThat(hex(E4M3, -500)).as("−500: NaN with the sign").isEqualTo("0xFF");
    assertThat(hex(E4M3, 0x1p-9f)).as("2⁻⁹, the smallest E4M3").isEqualTo("0x1");
    assertThat(hex(E5M2, 57344)).as("57344, the largest E5M2").isEqualTo("0x7B");
    assertThat(hex(E5M2, 1e9f)).as("10⁹ in E5M2: infinity").isEqualTo("0x7C");
  }
}
