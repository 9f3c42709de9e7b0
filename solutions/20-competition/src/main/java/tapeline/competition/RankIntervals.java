package tapeline.competition;

import java.util.ArrayList;
import java.util.List;
import tapeline.bench.stats.Holm;
import tapeline.bench.stats.Sample;

/// Ranks that say no more than was measured.
///
/// Every two entries are compared by an exact test, and the p-values of all comparisons corrected
/// together (Holm). With probability 1 − alpha no comparison errs, and then every true rank lies in
/// its interval (Al Mohamad, Goeman and van Zwet, *Biometrics* 78, 2022). Entries of which neither
/// is shown to be better share ranks.
///
/// For measured entries that asks for forks whose number was fixed before, and for noise that is
/// alike: of two entries, one with five times the noise, 7 % of tables err.
public final class RankIntervals {
  /// The error rate of a table.
  public static final double ALPHA = 0.05;

  private RankIntervals() {}

  /// The rank intervals at [#ALPHA], in the order of the entries.
  ///
  /// @throws IllegalArgumentException when some are counted and others measured, or two have one
  ///   name
  public static List<RankInterval> of(List<? extends Ranked> entries) {
    return of(entries, ALPHA);
  }

  /// The rank intervals of a table that errs with this probability.
  public static List<RankInterval> of(List<? extends Ranked> entries, double alpha) {
    // BEGIN SOLUTION 20.7 "rank intervals" 15 points
    requireAlike(entries);
    int n = entries.size();
    var pairs = new ArrayList<int[]>();
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        pairs.add(new int[] {i, j});
      }
    }
    var meetings = pairs.stream().map(p -> meet(entries.get(p[0]), entries.get(p[1]))).toList();
    double[] adjusted = Holm.adjusted(meetings.stream().mapToDouble(Meeting::p).toArray());
    int[] better = new int[n];
    int[] worse = new int[n];
    for (int k = 0; k < adjusted.length; k++) {
      if (adjusted[k] <= alpha && meetings.get(k).sign() != 0) {
        int winner = pairs.get(k)[meetings.get(k).sign() < 0 ? 0 : 1];
        int loser = pairs.get(k)[meetings.get(k).sign() < 0 ? 1 : 0];
        worse[winner]++;
        better[loser]++;
      }
    }
    var ranks = new ArrayList<RankInterval>();
    for (int i = 0; i < n; i++) {
      ranks.add(new RankInterval(entries.get(i).name(), 1 + better[i], n - worse[i]));
    }
    return ranks;
    // STUB // TODO 20.7 — 25 lines. `requireAlike` first. Let every two `meet`, correct all
    // STUB // p-values together with Holm, and count for each entry how many are better and how
    // STUB // many are worse, as far as that is shown at alpha. From which rank to which may it be?
    // STUB // 20 equal entries meet 190 times: how often does an uncorrected test at 5 % find a
    // STUB // winner among them?
    // STUB throw new Todo("20.7", "rank intervals");
    // END SOLUTION
  }

  /// The outcome of a comparison of two entries.
  ///
  /// @param p how often equal entries would look as different
  /// @param sign below 0 where the first one is better, 0 where neither is
  record Meeting(double p, int sign) {}

  /// Compares two: counts as they are, log ratios by the test of Mann and Whitney.
  static Meeting meet(Ranked a, Ranked b) {
    return switch (a) {
      case Ranked.CountedEntry(_, long x) when b instanceof Ranked.CountedEntry(_, long y) ->
          new Meeting(x == y ? 1 : 0, Long.compare(x, y));
      case Ranked.MeasuredEntry(_, double[] x)
          when b instanceof Ranked.MeasuredEntry(_, double[] y) -> {
        var test = MannWhitney.of(Sample.of(x), Sample.of(y));
        yield new Meeting(test.p(), Double.compare(x.length * y.length / 2.0, test.u()));
      }
      default -> throw unlike(a, b);
    };
  }

  private static void requireAlike(List<? extends Ranked> entries) {
    for (var e : entries) {
      if (e.getClass() != entries.getFirst().getClass()) {
        throw unlike(entries.getFirst(), e);
      }
    }
    long names = entries.stream().map(Ranked::name).distinct().count();
    if (names < entries.size()) {
      throw new IllegalArgumentException(
          "entries have names of their own, got %d names of %d".formatted(names, entries.size()));
    }
  }

  private static IllegalArgumentException unlike(Ranked a, Ranked b) {
    return new IllegalArgumentException(
        "a table ranks by counts or by times, got %s and %s".formatted(a, b));
  }

  /// How many forks each of so many entries needs, so that one that is always faster than all
  /// others can be shown to be: below it all share the first rank, whatever they do. The least p of
  /// the test is `2/C(2k,k)`.
  public static int fewestForks(int entries, double alpha) {
    double comparisons = entries * (entries - 1) / 2.0;
    double least = 1;
    for (int forks = 1; ; forks++) {
      least *= forks / (2.0 * (2 * forks - 1)); // 1/C(2k,k) from 1/C(2(k − 1),k − 1)
      if (2 * least * comparisons <= alpha) {
        return forks;
      }
    }
  }
}
