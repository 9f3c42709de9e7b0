package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.stats.Sample;
import tapeline.tests.Nist;
import tapeline.tests.Seeds;

@Tag("19.1")
class VarianceTest {
  private final Random random = Seeds.random("variance");

  @Test
  void three_values_have_two_deviations_to_spare() {
    assertThat(Sample.of(1, 2, 6).variance())
        .as("the variance of 1, 2, 6, whose mean is 3: (4 + 1 + 9)/(3 − 1)")
        .isEqualTo(7);
  }

  @Test
  void one_value_says_nothing_of_a_variance() {
    assertThat(Sample.of(5).variance()).as("the variance of one value: 0/0").isNaN();
  }

  @Test
  void a_large_offset_takes_no_digits() {
    double[] x = random.ints(100, 0, 1000).mapToDouble(i -> 1e9 + i / 1024.0).toArray();
    Digits.assertRight(
        "the variance of values from 0 to 1 that were moved by 1e9: subtract the mean before you square",
        12,
        Sample.of(x).variance(),
        Digits.variance(x));
  }

  @Test
  void a_mean_that_was_rounded_is_corrected() {
    double far = 0x1p51;
    Digits.assertRight(
        "the variance of 2^51 + 0, 1 and 3: there a double is a multiple of 0.5, so the mean is"
            + " rounded, and the deviations do not add up to 0",
        13,
        Sample.of(far, far + 1, far + 3).variance(),
        7 / 3.0);
  }

  @Test
  void the_certified_values_come_out() {
    Digits.assertRight(
        "the standard deviation of NIST's NumAcc4", 8, Sample.of(Nist.numAcc4()).sd(), 0.1);
    Digits.assertRight(
        "the standard deviation of NIST's Mavro",
        11,
        Sample.of(Nist.mavro()).sd(),
        0.000429123454003053);
    Digits.assertRight(
        "the standard deviation of NIST's Michelso",
        13,
        Sample.of(Nist.michelson()).sd(),
        0.0790105478190518);
  }
}
