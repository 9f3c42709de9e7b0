package tapeline.tensor;

/// Functions of whole rows, along the last axis.
///
/// Both rest on `Σₖ exp(xₖ) = exp(c)·Σₖ exp(xₖ − c)` for every c.
final class RowFunctions {
  private RowFunctions() {}

  /// See [Backend#softmax].
  static Tensor softmax(Tensor x) {
    int n = x.shape().length(-1);
    var from = x.contiguous();
    var result = Tensor.zeros(x.shape());
    var y = result.data();
    for (int row = 0; row < y.length; row += n) {
      double max = max(from, row, n);
      if (max == Double.NEGATIVE_INFINITY) {
        continue; // all masked: zeros
      }
      // BEGIN SOLUTION 04.7 "stable softmax" 10 points, core
      double sum = 0;
      for (int j = 0; j < n; j++) {
        y[row + j] = (float) Math.exp(from.data()[from.offset() + row + j] - max);
        sum += y[row + j];
      }
      float scale = (float) (1 / sum);
      for (int j = 0; j < n; j++) {
        y[row + j] *= scale;
      }
      // STUB // TODO 04.7 — 9 lines. softmax(x) = softmax(x − c) for every c: which c keeps all
      // STUB // powers ≤ 1? `max` is the row's largest number. Input j of this row is
      // STUB // from.data()[from.offset() + row + j], and its result goes to y[row + j]. The sum is
      // STUB // a double.
      // STUB throw new Todo("04.7", "softmax");
      // END SOLUTION
    }
    return result;
  }

  /// See [Backend#logSumExp].
  static Tensor logSumExp(Tensor x) {
    int n = x.shape().length(-1);
    var from = x.contiguous();
    var result = Tensor.zeros(x.shape().reduced(true, -1));
    var y = result.data();
    for (int r = 0; r < y.length; r++) {
      double max = max(from, r * n, n);
      // BEGIN SOLUTION 04.8 "stable logSumExp" 10 points, core
      double sum = 0;
      for (int j = 0; j < n; j++) {
        sum += Math.exp(from.data()[from.offset() + r * n + j] - max);
      }
      y[r] = (float) (Double.isInfinite(max) ? max : max + Math.log(sum));
      // STUB // TODO 04.8 — 5 lines. ln Σ exp(xₖ) = c + ln Σ exp(xₖ − c), with the c of softmax and
      // STUB // the sum a double; the result goes to y[r], and `max` is known. Row r starts at
      // STUB // from.data()[from.offset() + r·n]. ∞ − ∞ is NaN: what is the result where the row's
      // STUB // largest number is −∞, or ∞?
      // STUB throw new Todo("04.8", "logSumExp");
      // END SOLUTION
    }
    return result;
  }

  private static float max(Tensor x, int row, int n) {
    float max = Float.NEGATIVE_INFINITY;
    for (int j = 0; j < n; j++) {
      max = Math.max(max, x.data()[x.offset() + row + j]);
    }
    return max;
  }
}
