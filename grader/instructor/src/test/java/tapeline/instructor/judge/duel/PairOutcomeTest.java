package tapeline.instructor.judge.duel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;
import tapeline.instructor.judge.duel.TimedPair.Outcome;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.JudgeVerdict;

/// The outcome of a score made by hand: no machine has a say in it.
class PairOutcomeTest {
  /// Six forks of the other side's time over the entry's.
  private static Outcome of(double... ratios) {
    var forks = new ArrayList<Fork>();
    for (double ratio : ratios) {
      forks.add(fork(times(1000 * ratio), times(1000)));
    }
    var comparison = new Comparison("the other", "it", forks, 0.05);
    return Outcome.of(comparison, TimedPair.score(comparison), TimedPair.MOST_BELIEVED, "");
  }

  /// Turns of some time, a millionth apart, so that no clock's step is seen in them.
  private static Sample times(double nanos) {
    return Sample.of(IntStream.range(0, 8).mapToDouble(i -> nanos * (1 + i * 1e-6)).toArray());
  }

  @Test
  void what_is_surely_more_than_ten_times_better_is_for_a_person_to_look_at() {
    for (double ratio : List.of(10.1, 40.0, 1e6)) {
      var outcome = of(ratio, 1.01 * ratio, 1.02 * ratio, 1.03 * ratio, 1.04 * ratio, 1.05 * ratio);
      assertThat(outcome.verdict()).as("%s times", ratio).isEqualTo(JudgeVerdict.REVIEW);
      assertThat(outcome.defence()).isEqualTo(Defence.RATIO);
      assertThat(outcome.reason()).contains("surely more than 10 times better");
    }
  }

  @Test
  void what_is_four_times_that_by_an_interval_that_begins_below_is_better() {
    var outcome = of(9.5, 38, 39, 40, 41, 42);
    assertThat(outcome.verdict()).as("%s", outcome.reason()).isEqualTo(JudgeVerdict.BETTER);
    assertThat(outcome.defence()).isNull();
  }

  /// A quarter of the turns is fast; the others take ten times as long.
  @Test
  void usual_answers_are_looked_at_beside_fast_ones_and_beside_the_other_sides() {
    var even = Sample.of(1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000);
    var sleepy = Sample.of(1000, 1000, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000);
    var cheat = fork(even, sleepy);
    assertThat(spread(cheat)).isEqualTo(10);
    assertThat(spread(cheat, cheat)).isEqualTo(10);
    assertThat(spread(fork(even, even))).isEqualTo(1);
    var busy = fork(sleepy, sleepy);
    assertThat(spread(busy)).as("a busy machine delays both").isEqualTo(1);
    assertThat(spread(cheat, busy)).as("one of two forks may be chance").isEqualTo(1);
    assertThat(spread(busy, cheat, cheat, cheat)).as("three of four are not").isEqualTo(10);
  }

  private static double spread(Fork... forks) {
    var comparison = new Comparison("the other", "it", List.of(forks), 0.05);
    return TimedPair.score(comparison).spread();
  }

  private static Fork fork(Sample other, Sample entry) {
    return new Fork(other, entry, 1, 0, 0, false);
  }

  @Test
  void the_direction_is_that_of_the_comparison() {
    assertThat(of(9.1, 9.2, 9.3, 9.4, 9.5, 9.6).verdict()).isEqualTo(JudgeVerdict.BETTER);
    assertThat(of(0.01, 0.02, 0.03, 0.04, 0.05, 0.06).verdict()).isEqualTo(JudgeVerdict.WORSE);
    assertThat(of(0.8, 0.9, 0.95, 1.1, 1.2, 1.3).verdict()).isEqualTo(JudgeVerdict.UNDECIDED);
  }
}
