package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;
import tapeline.competition.Metric;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.JudgeVerdict;
import tapeline.instructor.judge.verdict.PairScore;
import tapeline.instructor.judge.verdict.RuleBroken;

/// Compares times: forks, until the plan's looks decide.
public final class TimedPair {
  /// A side that needs less than this share of the time for a repeated question remembers answers.
  private static final double LEAST_REPEATED = 0.7;

  /// And in so many of the forks it is less than this: chance is not so regular.
  private static final double MOST_REPEATED = 0.9;

  private static final double REGULAR = 0.8;

  /// A person looks at what is so many times better.
  public static final double MOST_BELIEVED = 10;

  /// A person looks where the usual answers, beside the fast ones that count, are so many times as
  /// slow as the other side's are beside its own: a score pays for some of the answers only.
  public static final double MOST_SPREAD = 3;

  private final Pair pair;
  private final Referee ofEntry;
  private final Referee ofOther;
  private final List<Fork> forks = new ArrayList<>();
  private final List<Double> repeated = new ArrayList<>();

  public TimedPair(Pair pair) {
    this.pair = pair;
    this.ofEntry = new Referee(pair.event());
    this.ofOther = new Referee(pair.event());
  }

  /// How an entry does beside the other.
  ///
  /// @param defence why a person has to look at it; null when no person has to
  public record Outcome(
      JudgeVerdict verdict, @Nullable Defence defence, String reason, @Nullable PairScore score) {

    /// The comparison's outcome, unless the entry is surely more than `most` times better.
    static Outcome of(Comparison comparison, PairScore score, double most, String where) {
      if (score.isAbove(most)) {
        return new Outcome(
            JudgeVerdict.REVIEW,
            Defence.RATIO,
            "%.1f times better than %s: a person looks at what is surely more than %.0f times better"
                .formatted(comparison.speedUp(), comparison.a(), most),
            score);
      }
      var verdict =
          switch (comparison.verdict()) {
            case FASTER -> JudgeVerdict.BETTER;
            case SLOWER -> JudgeVerdict.WORSE;
            case UNDECIDED -> JudgeVerdict.UNDECIDED;
          };
      return new Outcome(verdict, null, comparison + where, score);
    }
  }

  /// Judges the pair.
  ///
  /// @throws RuleBroken when the entry breaks a rule
  public Outcome run() throws IOException, RuleBroken, OtherBroken {
    while (true) {
      var result = next().run();
      ofEntry.requireFair();
      forks.add(result.fork());
      repeated.add(result.repeated());
      pair.progress().accept((double) forks.size() / pair.plan().plan().most());
      var ended =
          Comparison.ended(pair.other().name(), pair.entry().name(), pair.plan().plan(), forks);
      if (ended.isPresent()) {
        pair.progress().accept(1);
        requireNoMemory();
        return outcome(ended.get());
      }
    }
  }

  private JudgedFork next() {
    return pair.event().metric() == Metric.LATENCY
        ? new SessionFork(pair, forks.size(), ofEntry, ofOther)
        : new TimedFork(pair, forks.size(), ofEntry, ofOther);
  }

  private void requireNoMemory() throws RuleBroken {
    double share = median(repeated);
    long less = repeated.stream().filter(r -> r < MOST_REPEATED).count();
    if (share < LEAST_REPEATED && less >= REGULAR * repeated.size()) {
      throw RuleBroken.rejected(
          Defence.REPEATS,
          "a question that is asked again takes as much work as a new one, got %.2f times as much"
              .formatted(share));
    }
  }

  private Outcome outcome(Comparison comparison) {
    var score = score(comparison);
    var outcome = Outcome.of(comparison, score, MOST_BELIEVED, "; " + pair.processors());
    if (outcome.defence() != null) {
      return outcome;
    }
    if (pair.event().metric() == Metric.TIME && score.spread() > MOST_SPREAD) {
      return new Outcome(
          JudgeVerdict.REVIEW,
          Defence.SPREAD,
          "its usual answers take %.1f times as long as its fast ones, beside what %s's take: a person looks"
              .formatted(score.spread(), pair.other().name()),
          score);
    }
    return outcome;
  }

  static PairScore score(Comparison comparison) {
    var interval = comparison.interval();
    var forks = comparison.forks();
    return new PairScore(
        comparison.speedUp(),
        interval.low(),
        interval.high(),
        interval.level(),
        median(forks.stream().map(f -> f.a().quantile(Fork.QUANTILE)).toList()),
        median(forks.stream().map(f -> f.b().quantile(Fork.QUANTILE)).toList()),
        forks.stream()
            .map(f -> new PairScore.ForkTimes(list(f.a()), list(f.b()), f.logRatio()))
            .toList());
  }

  private static List<Double> list(Sample sample) {
    return Arrays.stream(sample.values()).boxed().toList();
  }

  static double median(List<Double> values) {
    return Sample.of(values.stream().mapToDouble(Double::doubleValue).toArray()).median();
  }
}
