package tapeline.roofline;

import java.util.Arrays;
import tapeline.toolkit.Todo;

/// How good predictions of times were.
///
/// @param medianError half of the predictions were off by no more than this share of the measured
///   time
/// @param tooLong how many were longer than what was measured: no time is below its floor, so a
///   ceiling is too low there, or the work was not done
public record PredictionScore(double medianError, int tooLong) {

  /// The score of predicted times beside measured ones, pair by pair.
  ///
  /// @throws IllegalArgumentException unless there are as many of both, one at least, and every
  ///   measured time is above 0
  public static PredictionScore of(double[] predicted, double[] measured) {
    if (predicted.length != measured.length || predicted.length == 0) {
      throw new IllegalArgumentException(
          "a score needs as many predictions as measurements, and one of each, got %d and %d"
              .formatted(predicted.length, measured.length));
    }
    if (!Arrays.stream(measured).allMatch(time -> time > 0)) {
      throw new IllegalArgumentException(
          "a measured time is above 0, got " + Arrays.toString(measured));
    }
    var errors = new double[predicted.length];
    int tooLong = 0;
    // BEGIN EXERCISE 12.9
    // TODO 12.9 — 8 lines. Put into errors[i] how far prediction i is off, as a share of
    // what was measured, and count in tooLong those above it. The median is the middle
    // one of the sorted errors: and of an even number? Why the median, and not the mean?
    throw new Todo("12.9", "the score of predictions");
    // END EXERCISE 12.9
  }
}
