package tapeline.tests.quant;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.quant.Requantizer;
import tapeline.tests.Seeds;

@Tag("17.5")
class RequantizerTest {
  private static int apply(double factor, int zeroPoint, int sum) {
    return Requantizer.of(factor, zeroPoint).apply(sum);
  }

  @Test
  void a_quarter_rounds_to_the_nearest() {
    assertThat(apply(0.25, 0, 9)).as("9/4 = 2.25").isEqualTo(2);
    assertThat(apply(0.25, 0, 11)).as("11/4 = 2.75").isEqualTo(3);
    assertThat(apply(0.25, 0, -9)).as("−9/4 = −2.25").isEqualTo(-2);
    assertThat(apply(0.25, 0, -11)).as("−11/4 = −2.75").isEqualTo(-3);
  }

  @Test
  void from_the_middle_upwards() {
    assertThat(apply(0.5, 0, 3)).as("3/2 = 1.5, up to 2").isEqualTo(2);
    assertThat(apply(0.5, 0, -3)).as("−3/2 = −1.5, up to −1").isEqualTo(-1);
  }

  @Test
  void the_zero_point_is_added_behind_the_factor() {
    assertThat(apply(0.25, 20, 40)).as("40/4 + 20").isEqualTo(30);
    assertThat(apply(0.25, -128, 40)).as("40/4 − 128").isEqualTo(-118);
  }

  @Test
  void what_is_beyond_int8_is_its_end() {
    assertThat(apply(0.5, 100, 200)).as("200/2 + 100, beyond 127").isEqualTo(127);
    assertThat(apply(0.5, -100, -200)).as("−200/2 − 100, beyond −128").isEqualTo(-128);
    assertThat(apply(0.5, -100, 400)).as("400/2 − 100 = 100, within int8").isEqualTo(100);
    assertThat(apply(1, 0, Integer.MAX_VALUE)).as("2³¹ − 1").isEqualTo(127);
    assertThat(apply(4, 0, 1 << 30)).as("4·2³⁰ = 2³², whose low 32 bits are 0").isEqualTo(127);
    assertThat(apply(1, 1, Integer.MAX_VALUE)).as("2³¹ − 1 + 1, which no int holds").isEqualTo(127);
    assertThat(apply(1, 0, Integer.MIN_VALUE)).as("−2³¹").isEqualTo(-128);
  }

  @Test
  void large_sums_need_64_bits() {
    assertThat(apply(1e-7, 3, 1_000_000_000)).as("10⁹·10⁻⁷ + 3").isEqualTo(103);
    assertThat(apply(1e-7, 3, -1_000_000_000)).as("−10⁹·10⁻⁷ + 3").isEqualTo(-97);
  }

  @Test
  void a_product_that_no_double_holds_is_rounded_exactly() {
    assertThat(apply(0x40000001p-61, 0, 0x3FFF_FFFF))
        .as("(2³⁰ − 1)·(2³⁰ + 1)·2⁻⁶¹ = ½ − 2⁻⁶¹, less than a half")
        .isEqualTo(0);
  }

  @Test
  void every_sum_is_rounded_exactly() {
    var random = Seeds.random("requantize");
    for (int i = 0; i < 5000; i++) {
      var r = Requantizer.of(Math.exp(-18 * random.nextDouble()), random.nextInt(-128, 128));
      int sum = random.nextInt() >> random.nextInt(31);
      var exact =
          BigInteger.valueOf(sum)
              .multiply(BigInteger.valueOf(r.multiplier()))
              .shiftLeft(1)
              .add(BigInteger.ONE.shiftLeft(r.shift()))
              .shiftRight(r.shift() + 1)
              .longValueExact();
      assertThat((int) r.apply(sum))
          .as("⌊%d·%d·2^−%d + ½⌋ + %d, within int8", sum, r.multiplier(), r.shift(), r.zeroPoint())
          .isEqualTo(Math.clamp(exact + r.zeroPoint(), -128, 127));
    }
  }
}
