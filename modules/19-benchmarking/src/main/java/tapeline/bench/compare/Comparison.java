package tapeline.bench.compare;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tapeline.bench.stats.Interval;
import tapeline.bench.stats.Sample;
import tapeline.bench.stats.SignFlip;

/// How fast B is beside A.
///
/// @param a the baseline's name
/// @param b the other's
/// @param forks what was measured
/// @param alpha the error rate that the last look spent
public record Comparison(String a, String b, List<Fork> forks, double alpha) {
  public Comparison {
    forks = List.copyOf(forks);
  }

  /// The comparison by these forks, if the plan ends with them: they are as many as at one of its
  /// looks, and that decides or is the last.
  public static Optional<Comparison> ended(String a, String b, Plan plan, List<Fork> forks) {
    double spend = Pairing.spend(plan, forks.size());
    if (spend == 0) {
      return Optional.empty();
    }
    var comparison = new Comparison(a, b, forks, spend);
    return forks.size() >= plan.most() || comparison.verdict() != SpeedVerdict.UNDECIDED
        ? Optional.of(comparison)
        : Optional.empty();
  }

  private double[] logRatios() {
    return Pairing.values(forks);
  }

  /// How often equal sides would look as different; see [SignFlip].
  public double p() {
    return SignFlip.p(logRatios());
  }

  /// A's time over B's: above 1 where B is faster. The median of the forks.
  public double speedUp() {
    return Math.exp(-Sample.of(logRatios()).median());
  }

  /// The speed-ups that the forks do not contradict, at the level `1 − alpha`, and a step of the
  /// clock more on both sides: a side's low quantile may be off by as much. So by a coarse clock B
  /// may be faster, and the interval hold 1: by how much is not known.
  public Interval interval() {
    var logs = SignFlip.interval(1 - alpha, logRatios());
    double step = clockStep();
    return new Interval(-logs.high() - step, step - logs.low(), logs.level()).exp();
  }

  private double clockStep() {
    return Sample.of(forks.stream().mapToDouble(Fork::clockStep).toArray()).median();
  }

  /// Which side the tested statistic lies on says who is faster: where many forks are equal, as by
  /// a coarse clock, their median may be 1.
  public SpeedVerdict verdict() {
    if (p() > alpha) {
      return SpeedVerdict.UNDECIDED;
    }
    return SignFlip.sum(logRatios()) < 0 ? SpeedVerdict.FASTER : SpeedVerdict.SLOWER;
  }

  /// Returns whether B is, at the level `1 − alpha`, less than this share slower: 0.05 for 5 %. So
  /// an answer at the look that ended a plan is right with `1 −` the plan's alpha, whichever look
  /// that was. That a difference was not found would not show it.
  public boolean hasNoRegression(double margin) {
    return SignFlip.upperBound(1 - alpha, logRatios()) + clockStep() < Math.log1p(margin);
  }

  /// The processor time of B's process over A's, its garbage collector and compiler included: what
  /// a low quantile of times hides.
  public double cpuRatio() {
    return Sample.of(forks.stream().mapToDouble(Fork::cpuRatio).toArray()).median();
  }

  /// How many of the forks were not steady: of them no number should be believed.
  public int unsteadyForks() {
    return (int) forks.stream().filter(f -> !f.isSteady()).count();
  }

  /// For example `1.80×, 95 % [1.74, 1.86], p < 0.001: faster`.
  @Override
  public String toString() {
    var level = text("%.4g", 100 * (1 - alpha)).replaceFirst("\\.?0+$", "");
    var interval = interval();
    double p = p();
    // Near 1 the third decimal counts, and far from it the third digit.
    var number = interval.low() > 0.5 && interval.high() < 1.5 ? "%.3f" : "%.3g";
    return "%s×, %s %% [%s, %s], p %s: %s"
        .formatted(
            text(number, speedUp()),
            level,
            text(number, interval.low()),
            text(number, interval.high()),
            p < 0.001 ? "< 0.001" : text("= %.3f", p),
            verdict().name().toLowerCase(Locale.ROOT));
  }

  private static String text(String format, double number) {
    return String.format(Locale.ROOT, format, number);
  }
}
