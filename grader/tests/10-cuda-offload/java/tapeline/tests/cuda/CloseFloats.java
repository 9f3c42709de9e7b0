package tapeline.tests.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/// Compares floats with float64 numbers, one by one.
final class CloseFloats {
  /// Some roundings of float32, and the errors of a GPU's approximations.
  private static final double TOLERANCE = 2e-5;

  private CloseFloats() {}

  /// Fails at the first number that is off, with `what` and its place in front of both. Numbers
  /// stand in rows of so many columns.
  static void to(double[] expected, float[] actual, int columns, String what) {
    assertThat(actual.length).as("how many numbers %s has", what).isEqualTo(expected.length);
    for (int i = 0; i < actual.length; i++) {
      double tolerance = TOLERANCE * Math.max(1, Math.abs(expected[i]));
      boolean same = Double.compare(actual[i], expected[i]) == 0; // as NaN and ∞ are
      if (!same && !(Math.abs(actual[i] - expected[i]) <= tolerance)) {
        assertThat((double) actual[i])
            .as("%s, element (%d,%d)", what, i / columns, i % columns)
            .isCloseTo(expected[i], within(tolerance));
      }
    }
  }

  /// Fails at the first element of an array of one axis that is off.
  static void to(double[] expected, float[] actual, String what) {
    to(expected, actual, Math.max(1, expected.length), what);
  }
}
