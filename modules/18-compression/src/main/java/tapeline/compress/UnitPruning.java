package tapeline.compress;

import java.util.function.IntUnaryOperator;
import tapeline.nn.Linear;
import tapeline.tensor.Tensor;

/// Leaves out whole units, *structured* pruning: smaller dense matrices are faster on any machine
/// (Li et al. 2017, arXiv 1608.08710, for filters).
public final class UnitPruning {
  private UnitPruning() {}

  /// A hidden layer, W (in,hidden), and the one that reads it, (hidden,out).
  public record HiddenPair(Linear in, Linear out) {}

  /// Returns the pair with `keep` of its hidden units: those with the largest product of the
  /// lengths of their column in the first matrix and of their row in the second.
  ///
  /// @throws IllegalArgumentException unless there are as many units or more, and the widths fit
  public static HiddenPair keep(int keep, HiddenPair pair) {
    var first = pair.in().parameters();
    var second = pair.out().parameters();
    var w = first.get(0).value();
    var v = second.get(0).value();
    int hidden = w.shape().length(1);
    if (v.shape().length(0) != hidden) {
      throw new IllegalArgumentException(
          "the second layer reads what the first gives, got %s and %s"
              .formatted(w.shape(), v.shape()));
    }
    var lengths = w.square().sum(0).sqrt().times(v.square().sum(1).sqrt());
    int[] units = LargestMagnitudes.of(lengths.toArray(), keep);
    var in = new Linear("in", picked(w, w.shape().length(0), keep, c -> units[c], true));
    var bias = first.get(1).value().reshape(1, hidden);
    in.parameters().get(1).value().assign(picked(bias, 1, keep, c -> units[c], true).reshape(keep));
    int outputs = v.shape().length(1);
    var out = new Linear("out", picked(v, keep, outputs, r -> units[r], false));
    out.parameters().get(1).value().assign(second.get(1).value());
    return new HiddenPair(in, out);
  }

  private static Tensor picked(
      Tensor from, int rows, int columns, IntUnaryOperator unit, boolean ofColumns) {
    var picked = Tensor.zeros(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        float number = ofColumns ? from.at(i, unit.applyAsInt(j)) : from.at(unit.applyAsInt(i), j);
        picked.set(number, i, j);
      }
    }
    return picked;
  }
}
