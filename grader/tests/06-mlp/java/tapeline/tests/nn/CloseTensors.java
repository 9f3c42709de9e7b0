package tapeline.tests.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import tapeline.tensor.Tensor;

/// Compares tensors with float64 numbers, element by element.
public final class CloseTensors {
  /// Some roundings of float32, of numbers near 1.
  private static final double TOLERANCE = 2e-5;

  private CloseTensors() {}

  /// Fails at the first element that is off, with `what` and its index in front of both numbers.
  public static void to(double[][] expected, Tensor actual, String what) {
    assertThat(actual.shape().toArray())
        .as("the shape of " + what)
        .containsExactly(expected.length, expected[0].length);
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected[i].length; j++) {
        to(expected[i][j], actual.at(i, j), "%s, element (%d,%d)".formatted(what, i, j));
      }
    }
  }

  /// Fails at the first element of a tensor of one axis that is off.
  public static void to(double[] expected, Tensor actual, String what) {
    assertThat(actual.shape().toArray())
        .as("the shape of " + what)
        .containsExactly(expected.length);
    for (int j = 0; j < expected.length; j++) {
      to(expected[j], actual.at(j), "%s, element (%d)".formatted(what, j));
    }
  }

  static void to(double expected, double actual, String what) {
    assertThat(actual)
        .as(what)
        .isCloseTo(expected, within(TOLERANCE * Math.max(1, Math.abs(expected))));
  }
}
