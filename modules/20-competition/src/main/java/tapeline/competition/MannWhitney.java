package tapeline.competition;

import java.util.Arrays;
import org.apache.commons.math3.distribution.NormalDistribution;
import tapeline.bench.stats.Sample;

/// The test of Mann and Whitney (*Annals of Mathematical Statistics* 18, 1947): whether values of B
/// tend to be larger than values of A. It asks for no bell shape, and for independence all the
/// same.
///
/// @param u pairs in which B's value is the larger one, ties half
/// @param p how often U would be as far from `nₐ·n_b/2` if both came from one distribution: exact
///   for up to 20 values each without ties, else by the normal distribution, with corrections for
///   ties and for continuity
public record MannWhitney(double u, double p) {
  private static final int EXACT = 20;

  public static MannWhitney of(Sample a, Sample b) {
    double[] xs = a.values();
    double[] ys = b.values();
    Arrays.sort(xs);
    double u = 0;
    for (double y : ys) {
      for (double x : xs) {
        u += y > x ? 1 : y == x ? 0.5 : 0;
      }
    }
    double ties = ties(xs, ys);
    boolean exact = ties == 0 && xs.length <= EXACT && ys.length <= EXACT;
    return new MannWhitney(
        u, exact ? exact(u, xs.length, ys.length) : approximate(u, xs.length, ys.length, ties));
  }

  /// `Σ (t³ − t)` over the groups of t equal values.
  private static double ties(double[] xs, double[] ys) {
    var all = Arrays.copyOf(xs, xs.length + ys.length);
    System.arraycopy(ys, 0, all, xs.length, ys.length);
    Arrays.sort(all);
    double ties = 0;
    for (int from = 0; from < all.length; ) {
      int to = from;
      while (to < all.length && all[to] == all[from]) {
        to++;
      }
      double t = to - from;
      ties += t * t * t - t;
      from = to;
    }
    return ties;
  }

  private static double approximate(double u, int n, int m, double ties) {
    double all = n + m;
    double variance = n * m / 12.0 * (all + 1 - ties / (all * (all - 1)));
    double z = Math.max(0, Math.abs(u - n * m / 2.0) - 0.5) / Math.sqrt(variance);
    return variance == 0 ? 1 : Math.min(1, 2 * new NormalDistribution().cumulativeProbability(-z));
  }

  /// Counts the ways to draw n of n + m ranks by their U: each rank is A's or B's.
  private static double exact(double u, int n, int m) {
    var ways = new double[n + 1][n * m + 1]; // [values of A so far][U so far]
    ways[0][0] = 1;
    for (int rank = 0; rank < n + m; rank++) {
      for (int i = Math.min(n, rank + 1); i >= 0; i--) {
        int larger = rank - i; // B's so far, if this rank is B's: it beats i of A's
        for (int k = n * m; k >= 0; k--) {
          double fromB = larger >= 0 && k >= i ? ways[i][k - i] : 0;
          double fromA = i > 0 ? ways[i - 1][k] : 0;
          ways[i][k] = (larger < m ? fromB : 0) + fromA;
        }
      }
    }
    double far = Math.abs(u - n * m / 2.0);
    double as = 0;
    double all = 0;
    for (int k = 0; k <= n * m; k++) {
      all += ways[n][k];
      as += Math.abs(k - n * m / 2.0) >= far ? ways[n][k] : 0;
    }
    return as / all;
  }
}
