package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Plan;
import tapeline.bench.compare.SpeedVerdict;
import tapeline.bench.stats.Sample;
import tapeline.bench.stats.SignFlip;
import tapeline.bench.truth.DecisionRule;
import tapeline.bench.truth.Design;
import tapeline.bench.truth.NoiseModel;

/// The harness is graded by its truthfulness: on made-up times, under ten kinds of noise, of which
/// it is known whether A and B differ.
///
/// Each rate is one of 1 000 experiments. With a true rate of 5 % the Monte-Carlo error is ± 0.7 %
/// (one standard deviation), so 7.1 % is three of them away.
class TruthTest {
  private static final int EXPERIMENTS = 1_000;
  private static final double MOST = 0.071;

  private static double rate(DecisionRule rule, NoiseModel noise, double truth) {
    var random = new SplittableRandom(19);
    int differs = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      differs += rule.differs(rule.design().times(noise, truth, random)) ? 1 : 0;
    }
    return (double) differs / EXPERIMENTS;
  }

  @Test
  @Tag("19.3")
  void welch_on_the_means_of_forks_keeps_its_promise_under_fork_effects() {
    for (var noise : new NoiseModel[] {NoiseModel.NORMAL, NoiseModel.FORK_EFFECTS}) {
      assertThat(rate(DecisionRule.FORK_MEANS, noise, 1))
          .as(
              "%s: how often Welch's test at 5 %% on five means of forks each calls equal programs"
                  + " different, in 1000 experiments",
              noise)
          .isBetween(0.02, MOST);
    }
    assertThat(rate(DecisionRule.PYPERF, NoiseModel.FORK_EFFECTS, 1))
        .as(
            "the same with the forks' values pooled as if each stood for itself: a fork's values share"
                + " its luck, and 80 of them are worth five")
        .isGreaterThan(0.3);
  }

  @Test
  @Tag("19.4")
  void equal_programs_are_called_different_once_in_twenty_at_most() {
    for (var noise : NoiseModel.values()) {
      assertThat(rate(DecisionRule.SIGN_FLIP, noise, 1))
          .as(
              "%s: how often p ≤ 0.05 where A and B are equal, in 1000 experiments with ten pairs of"
                  + " forks each. More is a false alarm, much less a test that finds nothing",
              noise)
          .isBetween(0.02, MOST);
    }
  }

  @Test
  @Tag("19.4")
  void two_percent_are_found() {
    for (var noise :
        new NoiseModel[] {NoiseModel.NORMAL, NoiseModel.DRIFT, NoiseModel.FORK_EFFECTS}) {
      assertThat(rate(DecisionRule.SIGN_FLIP, noise, 1.02))
          .as("%s: how often p ≤ 0.05 where B takes 2 %% longer, in 1000 experiments", noise)
          .isGreaterThan(0.9);
    }
  }

  @Test
  @Tag("19.4")
  @Tag("slow")
  void nineteen_of_twenty_intervals_hold_the_truth() {
    int holds = 0;
    for (var noise : NoiseModel.values()) {
      var random = new SplittableRandom(19);
      for (int i = 0; i < 40; i++) {
        double[] d = Design.TURNS_OF_FORKS.times(noise, 1.02, random).logRatios();
        holds += SignFlip.interval(0.95, d).contains(Math.log(1.02)) ? 1 : 0;
      }
    }
    assertThat(holds / 400.0)
        .as(
            "the share of 95 %% intervals that hold the true 2 %%, in 400 experiments over ten kinds of noise, ± 1.1 %%")
        .isBetween(0.92, 0.98);
  }

  @Test
  @Tag("19.5")
  void a_machine_that_heats_up_favours_nobody() {
    for (var noise : new NoiseModel[] {NoiseModel.DRIFT, NoiseModel.RANDOM_WALK}) {
      assertThat(rate(DecisionRule.SIGN_FLIP, noise, 1))
          .as(
              "%s: how often equal programs are called different, in 1000 experiments. Measured one after"
                  + " the other, as most scripts do, it is %.2f",
              noise, rate(DecisionRule.WELCH, noise, 1))
          .isBetween(0.02, MOST);
    }
  }

  /// How often a comparison that follows the plan calls equal programs different.
  private static double alarms(Plan plan, NoiseModel noise, int turns, int experiments) {
    var random = new SplittableRandom(19);
    int differs = 0;
    for (int i = 0; i < experiments; i++) {
      var forks = forks(Design.TURNS_OF_FORKS.times(noise, 1, random), turns);
      differs += ends(plan, forks).verdict() == SpeedVerdict.UNDECIDED ? 0 : 1;
    }
    return (double) differs / experiments;
  }

  /// Forks of so many turns, each the mean of as many values.
  private static List<Fork> forks(Design.Times times, int turns) {
    return IntStream.range(0, times.a().length)
        .mapToObj(
            i -> new Fork(turns(times.a()[i], turns), turns(times.b()[i], turns), 1, 0, 0, false))
        .toList();
  }

  private static Sample turns(double[] values, int turns) {
    int each = values.length / turns;
    return Sample.of(
        IntStream.range(0, turns)
            .mapToDouble(
                t -> Arrays.stream(values, t * each, (t + 1) * each).average().orElseThrow())
            .toArray());
  }

  /// The comparison as a duel makes it: after each fork it may end.
  private static Comparison ends(Plan plan, List<Fork> forks) {
    return IntStream.rangeClosed(1, forks.size())
        .mapToObj(n -> Comparison.ended("A", "B", plan, forks.subList(0, n)))
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Tag("19.5")
  void three_looks_together_are_wrong_once_in_twenty_at_most() {
    var plan = new Plan(new int[] {6, 8, 10}, new double[] {0.032, 0.009, 0.009}, 1, 1, 1);
    assertThat(alarms(plan, NoiseModel.NORMAL, 1, EXPERIMENTS))
        .as(
            "how often a comparison with looks after 6, 8 and 10 forks calls equal programs different,"
                + " in 1000 experiments. Each look is a chance to be wrong: look only where the plan"
                + " does, and spend at each look its own part of the 5 %%")
        .isBetween(0.02, MOST);
  }

  @Test
  @Tag("19.5")
  void the_luck_of_a_process_is_not_a_difference_of_the_programs() {
    assertThat(alarms(Plan.of(10), NoiseModel.FORK_EFFECTS, 4, 40))
        .as(
            "how often equal programs are called different where each process is about 1 %% faster or"
                + " slower by luck, in 40 experiments. The turns of a fork share its luck, and do"
                + " not count one by one: the test is on one number of each fork")
        .isLessThan(0.16);
  }
}
