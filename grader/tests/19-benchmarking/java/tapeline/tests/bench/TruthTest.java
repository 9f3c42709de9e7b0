package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;

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
import tapeline.bench.stats.NoiseModel;
import tapeline.bench.stats.SignFlip;

/// The harness is graded by its truthfulness: on made-up times, under ten kinds of noise, of which
/// it is known whether A and B differ.
///
/// Each rate is one of 1 000 experiments. With a true rate of 5 % the Monte-Carlo error is ± 0.7 %
/// (one standard deviation), so 7.1 % is three of them away.
class TruthTest {
  private static final int EXPERIMENTS = 1_000;
  private static final double MOST = 0.071;

  /// How often ten pairs of forks are called different.
  private static double rate(NoiseModel noise, double truth) {
    var random = new SplittableRandom(19);
    int differs = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      differs += SignFlip.p(MadeUpPairs.of(noise, truth, random).logRatios()) <= 0.05 ? 1 : 0;
    }
    return (double) differs / EXPERIMENTS;
  }

  @Test
  @Tag("19.3")
  void equal_programs_are_called_different_once_in_twenty_at_most() {
    for (var noise : NoiseModel.values()) {
      assertThat(rate(noise, 1))
          .as(
              "%s: how often p ≤ 0.05 where A and B are equal, in 1000 experiments with ten pairs of"
                  + " forks each. More is a false alarm, much less a test that finds nothing",
              noise)
          .isBetween(0.02, MOST);
    }
  }

  @Test
  @Tag("19.3")
  void two_percent_are_found() {
    for (var noise :
        new NoiseModel[] {NoiseModel.NORMAL, NoiseModel.DRIFT, NoiseModel.FORK_EFFECTS}) {
      assertThat(rate(noise, 1.02))
          .as("%s: how often p ≤ 0.05 where B takes 2 %% longer, in 1000 experiments", noise)
          .isGreaterThan(0.9);
    }
  }

  @Test
  @Tag("19.3")
  @Tag("slow")
  void nineteen_of_twenty_intervals_hold_the_truth() {
    int holds = 0;
    for (var noise : NoiseModel.values()) {
      var random = new SplittableRandom(19);
      for (int i = 0; i < 40; i++) {
        double[] d = MadeUpPairs.of(noise, 1.02, random).logRatios();
        holds += SignFlip.interval(0.95, d).contains(Math.log(1.02)) ? 1 : 0;
      }
    }
    assertThat(holds / 400.0)
        .as(
            "the share of 95 % intervals that hold the true 2 %, in 400 experiments over ten kinds of noise, ± 1.1 %")
        .isBetween(0.92, 0.98);
  }

  @Test
  @Tag("19.4")
  void a_machine_that_heats_up_favours_nobody() {
    for (var noise : new NoiseModel[] {NoiseModel.DRIFT, NoiseModel.RANDOM_WALK}) {
      assertThat(rate(noise, 1))
          .as(
              "%s: how often equal programs are called different, in 1000 experiments. Measured one after"
                  + " the other, as most scripts do, it is most of the time",
              noise)
          .isBetween(0.02, MOST);
    }
  }

  /// How often a comparison that follows the plan calls equal programs different.
  private static double alarms(Plan plan, NoiseModel noise, int turns, int experiments) {
    var random = new SplittableRandom(19);
    int differs = 0;
    for (int i = 0; i < experiments; i++) {
      var forks = MadeUpPairs.of(noise, 1, random).forks(turns);
      differs += ends(plan, forks).verdict() == SpeedVerdict.UNDECIDED ? 0 : 1;
    }
    return (double) differs / experiments;
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
  @Tag("19.4")
  void three_looks_together_are_wrong_once_in_twenty_at_most() {
    var plan = new Plan(new int[] {6, 8, 10}, new double[] {0.032, 0.009, 0.009}, 1, 1, 1);
    assertThat(alarms(plan, NoiseModel.NORMAL, 1, EXPERIMENTS))
        .as(
            "how often a comparison with looks after 6, 8 and 10 forks calls equal programs different,"
                + " in 1000 experiments. Each look is a chance to be wrong: look only where the plan"
                + " does, and spend at each look its own part of the 5 %")
        .isBetween(0.02, MOST);
  }

  @Test
  @Tag("19.4")
  void the_luck_of_a_process_is_not_a_difference_of_the_programs() {
    assertThat(alarms(Plan.of(10), NoiseModel.FORK_EFFECTS, 4, 40))
        .as(
            "how often equal programs are called different where each process is about 1 % faster or"
                + " slower by luck, in 40 experiments. The turns of a fork share its luck, and do"
                + " not count one by one: the test is on one number of each fork")
        .isLessThan(0.16);
  }
}
