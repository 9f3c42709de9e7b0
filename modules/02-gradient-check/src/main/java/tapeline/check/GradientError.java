package tapeline.check;

import tapeline.toolkit.Todo;

/// One partial derivative, computed twice: how far apart are the two?
///
/// *Absolute* error is right for numbers around 0, where 1e-12 beside 0 is as good as equal; but it
/// calls a gradient of 1e9 wrong for the rounding of its last digit. *Relative* error is right for
/// large numbers; but 1e-12 beside 0 is 100 % off. The *mixed* error is the one on the safe side of
/// both, and the one to compare with a tolerance.
///
/// @param tape the derivative from the tape
/// @param difference the same derivative from a difference
public record GradientError(double tape, double difference) {

  /// `|tape − difference|`; 0 for equal infinities.
  public double absolute() {
    return tape == difference ? 0 : Math.abs(tape - difference);
  }

  /// `|tape − difference| / max(floor, |tape|, |difference|)`: relative for numbers above `floor`,
  /// and a multiple of the absolute error below it.
  ///
  /// Symmetric; 0 for equal numbers, two zeros and two infinities included; NaN when either is NaN.
  ///
  /// @throws IllegalArgumentException when `floor` is negative or NaN
  public double scaled(double floor) {
    if (!(floor >= 0)) {
      throw new IllegalArgumentException("scaled needs a floor ≥ 0, got " + floor);
    }
    // BEGIN EXERCISE 02.2
    // TODO 02.2 — 2 lines. |a − b| / max(floor, |a|, |b|), 0 for equal numbers.
    // With floor 0, what is the formula for two zeros? And what may a NaN never become?
    throw new Todo("02.2", "error measure");
    // END EXERCISE 02.2
  }

  /// The relative error, `|tape − difference| / max(|tape|, |difference|)`.
  public double relative() {
    return scaled(0);
  }

  /// The mixed error, `|tape − difference| / max(1, |tape|, |difference|)`.
  public double mixed() {
    return scaled(1);
  }

  /// Returns whether the mixed error is at most `tolerance`; never when it is NaN.
  public boolean agrees(double tolerance) {
    return mixed() <= tolerance;
  }
}
