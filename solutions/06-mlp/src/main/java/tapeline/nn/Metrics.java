package tapeline.nn;

import tapeline.data.Dataset;

/// How good a classifier is.
public final class Metrics {
  private Metrics() {}

  /// The share of examples whose largest logit is the right class, from 0 to 1. Of equal logits the
  /// first counts; a row with NaN has no largest and is wrong, whatever its class.
  ///
  /// @throws IllegalArgumentException when there are no examples, or not one row of logits for each
  public static double accuracy(Layer model, Dataset data) {
    var logits = model.apply(data.inputs());
    int[] guesses = logits.argmax();
    if (guesses.length == 0 || guesses.length != data.size()) {
      throw new IllegalArgumentException(
          "accuracy needs a row of logits for each of at least one example, got %d rows for %d examples"
              .formatted(guesses.length, data.size()));
    }
    var rows = logits.reshape(guesses.length, -1);
    for (int i = 0; i < guesses.length; i++) {
      guesses[i] = Float.isNaN(rows.at(i, guesses[i])) ? -1 : guesses[i];
    }
    // BEGIN SOLUTION 06.6 "accuracy" 10 points, core
    int right = 0;
    for (int i = 0; i < guesses.length; i++) {
      if (guesses[i] == data.labels()[i]) {
        right++;
      }
    }
    return (double) right / guesses.length;
    // STUB // TODO 06.6 — 7 lines. guesses[i] is the class of example i with the largest logit. Why
    // STUB // is no softmax needed to find it?
    // STUB throw new Todo("06.6", "accuracy");
    // END SOLUTION
  }
}
