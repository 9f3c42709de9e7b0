package tapeline.laboratory.tracking;

import java.util.ArrayList;
import java.util.List;
import tapeline.bench.stats.Sample;

/// The change points of a series, at which its mean or its variance changes: the cheapest cut under
/// a penalty for each piece (Jackson et al., *IEEE Signal Processing Letters* 12, 2005), with the
/// costs of Killick, Fearnhead and Eckley, *Journal of the American Statistical Association* 107,
/// 2012.
///
/// A piece of n normal values costs `n·(ln σ̂² + 1)`, and each cut 15 ln n. O(n²) time.
public final class ChangePoints {
  private static final int SHORTEST = 5;
  private static final double PENALTY = 15;

  /// A piece of a series: from place `from`, to before `to`.
  public record Piece(int from, int to, double mean) {}

  private ChangePoints() {}

  /// The pieces of a series, in order; one where nothing changes.
  public static List<Piece> pieces(double... series) {
    int n = series.length;
    var sample = Sample.of(series);
    var sums = new double[n + 1]; // of what the mean leaves, so that no digits are lost
    var squares = new double[n + 1];
    for (int i = 0; i < n; i++) {
      double x = series[i] - sample.mean();
      sums[i + 1] = sums[i] + x;
      squares[i + 1] = squares[i] + x * x;
    }
    // A piece without any variance would cost −∞: clocks have a resolution.
    double least = Math.max(1e-300, 1e-8 * squares[n] / n);
    double penalty = PENALTY * Math.log(Math.max(2, n));
    var cost = new double[n + 1]; // of the cheapest cut of what lies before
    var before = new int[n + 1]; // where its last piece begins
    for (int to = 1; to <= n; to++) {
      cost[to] = Double.POSITIVE_INFINITY;
      int last = Math.max(0, to - SHORTEST);
      for (int from = 0; from <= last; from = Math.max(from + 1, SHORTEST)) {
        double size = to - from;
        double mean = (sums[to] - sums[from]) / size;
        double variance = (squares[to] - squares[from]) / size - mean * mean;
        double here = cost[from] + size * (Math.log(Math.max(least, variance)) + 1) + penalty;
        if (here < cost[to]) {
          cost[to] = here;
          before[to] = from;
        }
      }
    }
    var pieces = new ArrayList<Piece>();
    for (int to = n; to > 0; to = before[to]) {
      int from = before[to];
      double mean = sample.mean() + (sums[to] - sums[from]) / (to - from);
      pieces.addFirst(new Piece(from, to, mean));
    }
    return pieces;
  }
}
