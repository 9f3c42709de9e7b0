package tapeline.laboratory.practice;

import java.util.Arrays;

/// The predictor that knows how often each class comes, and sees no input: the baseline that a
/// model has to beat. Its loss on all labels that it was made of is their entropy, in nats.
///
/// @param shares of the labels, by class
record ConstantPredictor(double[] shares) {
  /// Counts labels from 0 to below `classes`.
  static ConstantPredictor of(int classes, int... labels) {
    var shares = new double[classes];
    for (int label : labels) {
      shares[label] += 1.0 / labels.length;
    }
    return new ConstantPredictor(shares);
  }

  /// Returns its mean cross-entropy on these labels, `−ln share` each; ∞ where it never saw one.
  double loss(int... labels) {
    return Arrays.stream(labels).mapToDouble(label -> -Math.log(shares[label])).average().orElse(0);
  }
}
