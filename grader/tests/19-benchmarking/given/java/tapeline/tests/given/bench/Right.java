package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;

/// Numbers compared by their right digits.
final class Right {
  private Right() {}

  /// Asserts that the log relative error, `−log₁₀ |got − right|/|right|`, is at least `digits`.
  static void digits(String what, double digits, double got, double right) {
    double lre = got == right ? 16 : -Math.log10(Math.abs(got - right) / Math.abs(right));
    assertThat(lre)
        .as("digits of %s that are right: %s, got %s", what, right, got)
        .isGreaterThan(digits);
  }
}
