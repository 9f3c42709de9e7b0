package tapeline.bench;

import java.util.Locale;

/// A data set of a suite: examples whose right answers are known.
///
/// @param <X> the type of the inputs, all examples together
/// @param name what tables call it
/// @param dtype the type of its numbers, for example `float32`
/// @param labels the class of each example
public record LabelledSet<X>(String name, String dtype, X inputs, int... labels) {
  /// @throws IllegalArgumentException when there is no example
  public LabelledSet {
    labels = labels.clone();
    if (labels.length == 0) {
      throw new IllegalArgumentException(
          "a data set of a suite has at least one example, got none in " + name);
    }
  }

  @Override
  public int[] labels() {
    return labels.clone();
  }

  /// Returns the share of right answers, from 0 to 1.
  ///
  /// @throws IllegalArgumentException unless there is an answer for each example
  double accuracy(String model, int... answers) {
    if (answers.length != labels.length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a model answers each example once, got %d answers of %s for the %d examples of %s",
              answers.length,
              model,
              labels.length,
              name));
    }
    int right = 0;
    for (int i = 0; i < answers.length; i++) {
      right += answers[i] == labels[i] ? 1 : 0;
    }
    return (double) right / answers.length;
  }
}
