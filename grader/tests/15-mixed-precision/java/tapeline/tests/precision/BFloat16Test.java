package tapeline.tests.precision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.precision.BFloat16;

@Tag("15.1")
class BFloat16Test {
  private static int encode(int bits) {
    return BFloat16.bits(Float.intBitsToFloat(bits));
  }

  private static String hex(float x) {
    return "0x%04X".formatted(BFloat16.bits(x));
  }

  @Test
  void pi_and_a_third_by_hand() {
    assertThat(hex((float) Math.PI))
        .as("π is 0x40490FDB: the lower half 0x0FDB is below 0x8000")
        .isEqualTo("0x4049");
    assertThat(hex(1f / 3))
        .as("1/3 is 0x3EAAAAAB: the lower half 0xAAAB is above 0x8000")
        .isEqualTo("0x3EAB");
    assertThat(hex(-1f / 3)).as("−1/3 is 0xBEAAAAAB").isEqualTo("0xBEAB");
  }

  @Test
  void two_ties_by_hand() {
    assertThat(
            List.of(hex(Float.intBitsToFloat(0x3F80_8000)), hex(Float.intBitsToFloat(0x3F81_8000))))
        .as("0x3F808000 and 0x3F818000, in the middle behind an even and behind an odd pattern")
        .containsExactly("0x3F80", "0x3F82");
  }

  @Test
  void between_two_the_nearest_and_in_the_middle_the_even_one() {
    assertThat(Patterns.firstBFloat16(BFloat16Test::encode))
        .as(
            "the first bfloat16 0x…. where 0x….0000, just below, in or just above the middle goes wrong")
        .isEqualTo("none");
    assertThat(Patterns.wrong(BFloat16Test::encode, 0x7F80_0000, 0x8000, 0x7F80))
        .as("whether an infinity gets another pattern than its own")
        .isFalse();
  }

  @Test
  void nan_stays_nan() {
    for (int bits : new int[] {0xFFFF_FFFF, 0x7F80_0001, 0x7FC0_0000, 0xFF80_0001}) {
      assertThat(BFloat16.round(Float.intBitsToFloat(bits)))
          .as("the NaN with the bits 0x%08X as a bfloat16, which is %s", bits, hexOf(bits))
          .isNaN();
      assertThat(BFloat16.bits(Float.intBitsToFloat(bits)) < 0)
          .as("whether the bfloat16 of the NaN with the bits 0x%08X has the sign", bits)
          .isEqualTo(bits < 0);
    }
    assertThat(hexOf(0x7FA5_1234))
        .as("the NaN with the bits 0x7FA51234: its upper half 0x7FA5 with QUIET, 0x0040")
        .isEqualTo("0x7FE5");
  }

  private static String hexOf(int bits) {
    return hex(Float.intBitsToFloat(bits));
  }
}
