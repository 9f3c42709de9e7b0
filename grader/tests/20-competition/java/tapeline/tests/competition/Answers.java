package tapeline.tests.competition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;

/// Answers beside those in float64.
final class Answers {
  private Answers() {}

  /// No number is farther away than `tolerance` times the largest; the first that is, is named.
  static void assertClose(String what, float[] given, double[] right, double tolerance) {
    assertThat(given.length)
        .as("how many numbers the answer has, for " + what)
        .isEqualTo(right.length);
    double largest = Arrays.stream(right).map(Math::abs).max().orElse(0);
    for (int i = 0; i < right.length; i++) {
      assertThat((double) given[i])
          .as("number %d of %d of the answer, for %s", i, right.length, what)
          .isCloseTo(right[i], org.assertj.core.data.Offset.offset(tolerance * largest + 1e-30));
    }
  }
}
