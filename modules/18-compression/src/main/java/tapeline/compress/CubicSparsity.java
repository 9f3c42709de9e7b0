package tapeline.compress;

/// A sparsity that rises with the steps of a training, fast at first, where most weights matter
/// least, and slower to the end: `s(t) = to + (from − to)·(1 − (t − begin)/steps)³` (Zhu and Gupta
/// 2017, arXiv 1710.01878).
///
/// @param from the sparsity until step `begin`
/// @param to the sparsity from step `begin + steps` on
public record CubicSparsity(double from, double to, int begin, int steps) {
  public CubicSparsity {
    if (!(0 <= from && from <= to && to < 1) || begin < 0 || steps < 1) {
      throw new IllegalArgumentException(
          "a sparsity rises, 0 ≤ from ≤ to < 1, over 1 step or more, got %s to %s, from step %d, in %d"
              .formatted(from, to, begin, steps));
    }
  }

  /// Returns the sparsity that step `t`, counted from 0, is to have.
  public double at(int t) {
    double left = 1 - Math.clamp((double) (t - begin) / steps, 0.0, 1.0);
    return to + (from - to) * left * left * left;
  }
}
