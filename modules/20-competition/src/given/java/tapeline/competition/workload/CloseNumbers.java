package tapeline.competition.workload;

/// A comparison of computed numbers with the expected ones.
final class CloseNumbers {
  private CloseNumbers() {}

  /// An answer is right when no number of it differs from the right one by more than `tolerance`
  /// times the largest of these. What is no number differs.
  static Question.Mark mark(double[] right, float[] answer, double tolerance) {
    double largest = 0;
    for (double y : right) {
      largest = Math.max(largest, Math.abs(y));
    }
    for (int i = 0; i < right.length; i++) {
      double error = Math.abs(answer[i] - right[i]);
      if (!(error <= tolerance * largest)) { // NaN is not less than anything
        return Question.Mark.wrong(
            "number %d is %s: off by %.2g of the largest, and %.2g is allowed"
                .formatted(i, answer[i], error / largest, tolerance));
      }
    }
    return Question.Mark.RIGHT;
  }
}
