package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.bench.stats.Sample;
import tapeline.tests.Seeds;

/// Seconds, in ns, that differ by picoseconds: their logarithms differ in the last four digits.
class NearlyEqualTimesTest {
  private static final double SECOND = 1e9;
  private static final MathContext DIGITS = new MathContext(60);

  private final Random random = Seeds.random("nearly equal times");

  private double[] times(double later) {
    return random.doubles(10, -1e-3, 1e-3).map(d -> SECOND + later + d).toArray();
  }

  /// The exact mean and variance of `ln(x / 10⁹)`, by the first two terms of its series: the next
  /// one is 10⁻²⁴ of the first.
  private static BigDecimal[] exact(double... times) {
    var logs =
        Arrays.stream(times)
            .mapToObj(x -> {
              var second = new BigDecimal(SECOND);
              var e = new BigDecimal(x).subtract(second).divide(second);
              return e.subtract(e.multiply(e).divide(BigDecimal.TWO));
            })
            .toList();
    var n = BigDecimal.valueOf(times.length);
    var mean = logs.stream().reduce(BigDecimal.ZERO, BigDecimal::add).divide(n, DIGITS);
    var squares =
        logs.stream().map(x -> x.subtract(mean).pow(2)).reduce(BigDecimal.ZERO, BigDecimal::add);
    return new BigDecimal[] {mean, squares.divide(n.subtract(BigDecimal.ONE), DIGITS)};
  }

  @Test
  void logarithms_over_a_unit_keep_the_digits_in_which_they_differ() {
    double[] x = times(0);
    var exact = exact(x);
    var logs = Sample.of(x).logs(SECOND);
    Right.digits("the mean logarithm", 12, logs.mean(), exact[0].doubleValue());
    Right.digits("its variance", 12, logs.variance(), exact[1].doubleValue());
  }

  @Test
  void far_from_the_unit_they_are_what_they_were() {
    assertThat(Sample.of(1e-9, 0.4, 1.6, 1e9).logs(1).values())
        .containsExactly(Math.log(1e-9), Math.log(0.4), Math.log(1.6), Math.log(1e9));
    assertThat(Sample.of(8, 2).logs(4).values()).containsExactly(Math.log(2), Math.log(0.5));
  }
}
