package tapeline.laboratory.tracking;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The checks of a workload, and the commits from which on it was faster or slower for good.
///
/// A single check can be wrong, and many small slowdowns each stay within the budget: the steps are
/// looked for in all checks together, by [ChangePoints] over the logarithms. A step shows when five
/// checks lie behind it.
///
/// @param checks the oldest first, at least one
/// @param pieces of equal speed
public record Trend(String name, List<CheckedVersion> checks, List<ChangePoints.Piece> pieces) {
  /// Pieces whose means differ by less are one speed.
  private static final double SAME = 0.01;

  /// From a commit on the time is `factor` times what it was.
  ///
  /// @param at the place of its check
  public record Step(int at, String commit, double factor) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s: %.1f %% %s",
          commit,
          100 * Math.abs(factor - 1),
          factor > 1 ? "slower" : "faster");
    }
  }

  public static Trend of(String name, List<CheckedVersion> checks) {
    double[] logs = checks.stream().mapToDouble(c -> Math.log(c.ratio())).toArray();
    return new Trend(name, List.copyOf(checks), ChangePoints.pieces(logs));
  }

  /// The steps, in order.
  public List<Step> steps() {
    var steps = new ArrayList<Step>();
    for (int i = 1; i < pieces.size(); i++) {
      double log = pieces.get(i).mean() - pieces.get(i - 1).mean();
      int at = pieces.get(i).from();
      if (Math.abs(log) > SAME) {
        steps.add(new Step(at, checks.get(at).commit(), Math.exp(log)));
      }
    }
    return steps;
  }
}
