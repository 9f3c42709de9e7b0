package tapeline.compress;

import tapeline.tensor.Tensor;
import tapeline.toolkit.Todo;

/// Makes masks: tensors of the weights' shape, 1 where a weight stays and 0 where it goes. The
/// smallest magnitudes go (Han et al. 2015, arXiv 1506.02626).
public final class Masks {
  private Masks() {}

  /// Leaves out the share `sparsity` of the weights, rounded to a number of them, wherever they
  /// are: *unstructured*.
  ///
  /// @throws IllegalArgumentException unless 0 ≤ sparsity ≤ 1
  public static Tensor magnitude(Tensor weights, double sparsity) {
    if (!(sparsity >= 0 && sparsity <= 1)) {
      throw new IllegalArgumentException("a sparsity is from 0 to 1, got " + sparsity);
    }
    var w = weights.toArray();
    int kept = w.length - (int) Math.round(sparsity * w.length);
    var mask = new float[w.length];
    for (int i : LargestMagnitudes.of(w, kept)) {
      mask[i] = 1;
    }
    return Tensor.of(mask, weights.shape().toArray());
  }

  /// Keeps `n` of each `m` weights that follow each other in a column: those of one output, which
  /// its sum runs over. With 2 of 4 (Mishra et al. 2021, arXiv 2104.08378) some GPUs skip the
  /// others, as a group needs two numbers and two bits for each one's place.
  ///
  /// @param weights (in,out)
  /// @throws IllegalArgumentException unless 0 ≤ n ≤ m, and m divides the rows
  public static Tensor nOfM(Tensor weights, int n, int m) {
    if (weights.shape().rank() != 2
        || m < 1
        || n < 0
        || n > m
        || weights.shape().length(0) % m != 0) {
      throw new IllegalArgumentException(
          "%d of %d needs a matrix whose rows come in groups of %d, got %s"
              .formatted(n, m, m, weights.shape()));
    }
    int rows = weights.shape().length(0);
    int columns = weights.shape().length(1);
    var w = weights.toArray();
    var mask = new float[w.length];
    // BEGIN EXERCISE 18.2
    // TODO 18.2 — 11 lines. Weight (row,column) stands in w[row·columns + column]. A group
    // is m rows of one column: LargestMagnitudes.of(group, n) has the places in it that
    // stay. Why do groups go down a column, and not along a row?
    if (n >= 0) throw new Todo("18.2", "n of m");
    // END EXERCISE 18.2
    return Tensor.of(mask, rows, columns);
  }

  /// Returns the share of numbers that are 0.
  public static double sparsity(Tensor t) {
    int zeros = 0;
    for (float x : t.toArray()) {
      zeros += x == 0 ? 1 : 0;
    }
    return t.shape().size() == 0 ? 0 : (double) zeros / t.shape().size();
  }
}
