package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/// Numbers compared by their right digits.
final class Digits {
  private static final MathContext EXACT = new MathContext(60);
  private static final double ALL = 16;

  private Digits() {}

  /// The log relative error, `−log₁₀ |got − right|/|right|`: about the number of right digits.
  static double right(double got, double right) {
    return got == right ? ALL : -Math.log10(Math.abs(got - right) / Math.abs(right));
  }

  /// Asserts that `got` has at least so many right digits.
  static void assertRight(String what, int digits, double got, double right) {
    if (!(right(got, right) >= digits)) {
      assertThat(got).as("%s: %d digits of it are right", what, digits).isEqualTo(right);
    }
  }

  /// The unbiased variance of exactly these doubles, by decimal numbers of 60 digits.
  static double variance(double... xs) {
    var n = BigDecimal.valueOf(xs.length);
    var mean =
        Arrays.stream(xs)
            .mapToObj(BigDecimal::new)
            .reduce(BigDecimal.ZERO, BigDecimal::add)
            .divide(n, EXACT);
    return Arrays.stream(xs)
        .mapToObj(x -> new BigDecimal(x).subtract(mean).pow(2, EXACT))
        .reduce(BigDecimal.ZERO, BigDecimal::add)
        .divide(n.subtract(BigDecimal.ONE), EXACT)
        .doubleValue();
  }
}
