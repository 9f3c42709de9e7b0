package tapeline.toolkit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/// A number that the learner predicted, beside the one that came.
///
/// ```java
/// Prediction.of("slots on the tape", 3, tape.size()); // slots on the tape: 4. You predicted 3 …
/// ```
///
/// @param what the name of the number
/// @param guess the prediction; NaN while there is none
/// @param value the number that came
public record Prediction(String what, double guess, double value) {
  private static final int DIGITS = 6;

  /// The prediction `guess` of `what`, which is `value`.
  public static Prediction of(String what, double guess, double value) {
    return new Prediction(what, guess, value);
  }

  /// The value, the prediction, and how far off that was: in per cent, or as a factor from 2 on, or
  /// as a difference where one of the two is 0 or they differ in sign.
  @Override
  public String toString() {
    return what + ": " + number(value, DIGITS) + verdict();
  }

  private String verdict() {
    if (Double.isNaN(guess)) return ". You had predicted nothing: the next time, guess first.";
    if (guess == value) return ", as you predicted.";
    return ". You predicted %s, which is %s.".formatted(number(guess, DIGITS), distance());
  }

  private String distance() {
    double ratio = guess / value;
    if (!(ratio > 0) || !Double.isFinite(ratio)) {
      return number(Math.abs(guess - value), 2) + " off";
    }
    double factor = Math.max(ratio, 1 / ratio);
    var side = Math.abs(guess) > Math.abs(value) ? "large" : "small";
    return factor >= 2
        ? "%s times too %s".formatted(number(factor, 2), side)
        : "%s %% too %s".formatted(number(100 * Math.abs(ratio - 1), 2), side);
  }

  /// So many digits at most, and no zeros at the end: `5.01001`, `0.25`, `1e-9`.
  private static String number(double d, int digits) {
    if (!Double.isFinite(d)) return Double.toString(d);
    var rounded = new BigDecimal(d).round(new MathContext(digits)).stripTrailingZeros();
    double size = Math.abs(d);
    return size >= 1e-4 && size < 1e9
        ? rounded.toPlainString()
        : rounded.toString().toLowerCase(Locale.ROOT);
  }
}
