package tapeline.laboratory.tracking;

import java.util.ArrayList;
import java.util.List;
import tapeline.bench.stats.Sample;

/// Where a series changes its mean or its variance: PELT (Killick, Fearnhead and Eckley, *Journal
/// of the American Statistical Association* 107, 2012), the cheapest cut under a penalty for each
/// piece.
///
/// A piece of n normal values costs `n·(ln σ̂² + 1)`, and each cut 15 ln n. O(n) where cuts are
/// many, O(n²) where there are none.
public final class ChangePoints {
  private static final int SHORTEST = 5;
  private static final double PENALTY = 15;

  private final double[] sums;
  private final double[] squares;
  private final double least;

  /// A piece of a series: from place `from`, to before `to`.
  public record Piece(int from, int to, double mean) {}

  private ChangePoints(double[] x, double center) {
    sums = new double[x.length + 1];
    squares = new double[x.length + 1];
    for (int i = 0; i < x.length; i++) {
      sums[i + 1] = sums[i] + (x[i] - center);
      squares[i + 1] = squares[i] + (x[i] - center) * (x[i] - center);
    }
    // A piece without any variance would cost −∞: clocks have a resolution.
    least = Math.max(1e-300, 1e-8 * squares[x.length] / Math.max(1, x.length));
  }

  /// The pieces of a series, in order; one where nothing changes.
  public static List<Piece> pieces(double... series) {
    var sample = Sample.of(series);
    var it = new ChangePoints(series, sample.mean());
    var pieces = new ArrayList<Piece>();
    int[] before = it.cuts(series.length);
    for (int to = series.length; to > 0; to = before[to]) {
      int from = before[to];
      double n = to - from;
      double mean = (it.sums[to] - it.sums[from]) / n;
      pieces.addFirst(new Piece(from, to, sample.mean() + mean));
    }
    return pieces;
  }

  /// For each end the cut before it, on the cheapest way there.
  private int[] cuts(int n) {
    double penalty = PENALTY * Math.log(Math.max(2, n));
    var cost = new double[n + 1];
    var before = new int[n + 1];
    cost[0] = -penalty;
    var starts = new int[n + 1];
    int count = 1; // starts[0] is 0
    for (int to = 1; to <= n; to++) {
      cost[to] = Double.POSITIVE_INFINITY;
      for (int k = 0; k < count; k++) {
        double here = cost[starts[k]] + cost(starts[k], to) + penalty;
        if (here < cost[to]) {
          cost[to] = here;
          before[to] = starts[k];
        }
      }
      // A start that is worse by more than the penalty now is never best later.
      int kept = 0;
      for (int k = 0; k < count; k++) {
        int from = starts[k];
        if (to - from < SHORTEST || cost[from] + cost(from, to) <= cost[to]) {
          starts[kept++] = from;
        }
      }
      count = kept;
      if (n - to >= SHORTEST && to >= SHORTEST) {
        starts[count++] = to;
      }
    }
    return before;
  }

  private double cost(int from, int to) {
    return to - from < SHORTEST && from > 0
        ? Double.POSITIVE_INFINITY
        : (to - from) * (Math.log(variance(from, to)) + 1);
  }

  private double variance(int from, int to) {
    double n = to - from;
    double mean = (sums[to] - sums[from]) / n;
    return Math.max(least, (squares[to] - squares[from]) / n - mean * mean);
  }
}
