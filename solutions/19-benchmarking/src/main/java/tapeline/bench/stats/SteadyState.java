package tapeline.bench.stats;

import java.util.Arrays;

/// Whether a series of times has become steady, and from where on: Barrett et al., *Virtual machine
/// warmup blows hot and cold*, OOPSLA 2017. They found at most 43.5 % of pairs of a virtual machine
/// and a benchmark to reach a steady best speed in all runs.
///
/// @param kind what happened
/// @param from the first value of the steady part; the length of the series when there is none
public record SteadyState(Kind kind, int from) {
  private static final int WINDOW = 200;
  private static final double FAR = 3;

  /// Pieces whose means differ by less are one speed.
  private static final double SAME = 0.01;

  /// The share of the series that has to be steady at its end.
  private static final double ENOUGH = 0.25;

  /// What a series did.
  public enum Kind {
    /// One speed from the first value to the last.
    FLAT,
    /// It became faster, and then was steady.
    WARM_UP,
    /// It became slower, and then was steady.
    SLOWDOWN,
    /// It was not steady at its end: no number describes it.
    NOT_STEADY
  }

  /// What the series did.
  public static SteadyState of(double... times) {
    var pieces = ChangePoints.pieces(withoutOutliers(times));
    var last = pieces.getLast();
    int from = last.from();
    for (var piece : pieces.reversed()) {
      if (Math.abs(piece.mean() - last.mean()) > SAME * last.mean()) {
        break;
      }
      from = piece.from();
    }
    if (times.length - from < ENOUGH * times.length) {
      return new SteadyState(Kind.NOT_STEADY, times.length);
    }
    if (from == 0) {
      return new SteadyState(Kind.FLAT, 0);
    }
    boolean slower = false;
    for (var piece : pieces) {
      slower |= piece.to() <= from && piece.mean() < last.mean() * (1 - SAME);
    }
    return new SteadyState(slower ? Kind.SLOWDOWN : Kind.WARM_UP, from);
  }

  /// A value farther from its window's median than three times the way from the 10 % to the 90 %
  /// quantile is replaced by the median: an interruption is no change of speed.
  private static double[] withoutOutliers(double[] x) {
    var kept = x.clone();
    for (int from = 0; from < x.length; from += WINDOW) {
      int to = Math.min(x.length, from + WINDOW);
      var window = Sample.of(Arrays.copyOfRange(x, from, to));
      double reach = FAR * (window.quantile(0.9) - window.quantile(0.1));
      for (int i = from; i < to; i++) {
        if (Math.abs(x[i] - window.median()) > reach && reach > 0) {
          kept[i] = window.median();
        }
      }
    }
    return kept;
  }
}
