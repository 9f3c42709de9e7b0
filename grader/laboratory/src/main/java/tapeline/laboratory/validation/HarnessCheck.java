package tapeline.laboratory.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import tapeline.bench.stats.NoiseModel;
import tapeline.laboratory.validation.Design.Times;

/// A check of whether a harness that promises an error rate of 5 % keeps its promise, and which
/// mistake it makes if not.
///
/// It decides made-up experiments whose truth is known. Under which noise it fails says what is
/// wrong: the models differ from independent noise in one respect each.
///
/// @param independent how often it calls equal programs different under independent noise
/// @param drift the same, on a machine that becomes 5 % faster or slower
/// @param forks the same, where each process is about 1 % faster or slower by itself
/// @param power how often it finds 2 %, under independent noise
public record HarnessCheck(double independent, double drift, double forks, double power) {
  private static final int EXPERIMENTS = 4_000;

  /// 5 % and three times the Monte-Carlo error.
  private static final double MOST = 0.05 + 3 * Math.sqrt(0.05 * 0.95 / EXPERIMENTS);

  /// A wrong quantile makes a few errors more, looking again and again makes many.
  private static final double MANY = 0.15;

  private static final double LEAST_POWER = 0.8;
  private static final double SLOWER = 1.02;

  /// Lets a harness decide 16 000 experiments. A seed always gives the same rates.
  ///
  /// @param differs whether it says that A and B differ
  public static HarnessCheck of(Design design, Predicate<Times> differs, long seed) {
    var random = new SplittableRandom(seed);
    return new HarnessCheck(
        design.rate(differs, NoiseModel.NORMAL, 1, EXPERIMENTS, random),
        design.rate(differs, NoiseModel.DRIFT, 1, EXPERIMENTS, random),
        design.rate(differs, NoiseModel.FORK_EFFECTS, 1, EXPERIMENTS, random),
        design.rate(differs, NoiseModel.NORMAL, SLOWER, EXPERIMENTS, random));
  }

  /// The mistakes of the harness, each in words; empty for one that keeps its promise.
  public List<String> mistakes() {
    var found = new ArrayList<String>();
    if (independent > MANY) {
      found.add(
          wrong(independent, "even under independent noise")
              + ": it looks more than once, and stops when it likes what it sees; plan the looks, and"
              + " split the 5 % between them");
    } else if (independent > MOST) {
      found.add(
          wrong(independent, "even under independent noise")
              + ": a quantile of the normal distribution is too small where the spread is estimated"
              + " from few values; take Student's t");
    } else {
      if (drift > MOST) {
        found.add(
            wrong(drift, "on a machine that drifts by 5 %")
                + ": A was measured before B, and not beside it; let them take turns");
      }
      if (forks > MOST) {
        found.add(
            wrong(forks, "where processes differ by 1 %")
                + ": values of one process share its luck, and do not count one by one; compare one"
                + " number of each fork");
      }
    }
    if (power < LEAST_POWER) {
      found.add(
          "a slowdown of 2 %% is found in %.1f %% of the experiments: it is too cautious to be of use"
              .formatted(100 * power));
    }
    return found;
  }

  private static String wrong(double rate, String where) {
    return "equal programs are called different in %.1f %% of the experiments, %s"
        .formatted(100 * rate, where);
  }
}
