package tapeline.laboratory.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.laboratory.FakeTime;
import tapeline.laboratory.suite.TimeToQuality.Run;
import tapeline.laboratory.suite.TimeToQuality.Training;

class TimeToQualityTest {
  private final FakeTime time = new FakeTime();
  private int epochs;

  /// 10 % better with each epoch, of 1437 examples and two seconds.
  private Run train(double target, int limit) {
    epochs = 0;
    var training =
        new Training(
            () -> {
              time.work(2_000_000_000L);
              epochs++;
              return epochs / 10.0;
            },
            1437);
    return TimeToQuality.run(_ -> training, 5, target, limit, time::nanos);
  }

  private static TimeToQuality of(int... epochs) {
    var runs =
        IntStream.range(0, epochs.length)
            .mapToObj(i ->
                new Run(
                    i, Math.abs(epochs[i]), 100L * epochs[i], epochs[i] / 2.0, 0.9, epochs[i] > 0))
            .toList();
    return new TimeToQuality("a recipe", 0.9, 30, runs);
  }

  @Test
  void training_ends_where_the_target_is_reached() {
    assertThat(train(0.7, 30))
        .as("7 epochs of 10 % each, of 1437 examples and 2 s")
        .isEqualTo(new Run(5, 7, 7 * 1437, 14, 0.7, true));
  }

  @Test
  void training_that_does_not_get_there_is_given_up_and_said_to_be() {
    assertThat(train(0.7, 4))
        .as("4 epochs of 10 % each")
        .isEqualTo(new Run(5, 4, 4 * 1437, 8, 0.4, false));
    assertThat(train(0.7, 7).reached()).as("reached in the last epoch").isTrue();
  }

  @Test
  void reading_the_data_is_a_part_of_the_time() {
    var run =
        TimeToQuality.run(
            seed -> {
              time.work(3_000_000_000L);
              return new Training(() -> seed / 10.0, 100);
            },
            9,
            0.9,
            30,
            time::nanos);
    assertThat(run.seconds()).as("3 s for the data of seed 9, an epoch in no time").isEqualTo(3);
  }

  @Test
  void the_middle_run_stands_for_all() {
    assertThat(of(9, 3, 5).median(Run::epochs)).as("the median of 9, 3, 5").isEqualTo(5);
    assertThat(of(9, 3, 5, 6).median(Run::seconds)).as("the median of halves").isEqualTo(2.75);
  }

  @Test
  void a_run_that_was_given_up_is_the_longest_of_all() {
    // The third run was given up after 2 epochs: its 2 is no short time.
    var one = of(9, 3, -2, 5, 6);
    assertThat(one.reached()).isEqualTo(4);
    assertThat(one.median(Run::epochs)).as("the median of 3, 5, 6, 9, ∞").isEqualTo(6);
    assertThat(one.interval(Run::epochs).high()).as("the largest of five").isInfinite();
    assertThat(of(-9, 3, -2).median(Run::epochs)).as("the median of 3, ∞, ∞").isInfinite();
  }

  @Test
  void intervals_are_between_ranks() {
    var five = of(9, 3, 7, 5, 6).interval(Run::epochs);
    assertThat(five.level()).as("five runs: 1 − 2/2⁵").isEqualTo(0.9375);
    assertThat(five.low()).isEqualTo(3);
    assertThat(five.high()).isEqualTo(9);
    var nine = of(1, 2, 3, 4, 5, 6, 7, 8, 9).interval(Run::epochs);
    assertThat(nine.level())
        .as("nine runs, second to eighth: 1 − 2·(1 + 9)/2⁹")
        .isCloseTo(0.9609375, within(1e-12));
    assertThat(nine.low()).isEqualTo(2);
    assertThat(nine.high()).isEqualTo(8);
    var eight = of(1, 2, 3, 4, 5, 6, 7, 8).interval(Run::epochs);
    assertThat(eight.level())
        .as("eight runs: second to seventh would be 93 %")
        .isEqualTo(0.9921875);
  }

  @Test
  void a_table_shows_what_was_not_reached() {
    var table = TimeToQuality.table(List.of(of(9, 3, 7, 5, 6), of(9, -30, -30, 5, -30)), 3600);
    assertThat(table.rows())
        .containsExactly(
            List.of(
                "a recipe",
                "90.0 %",
                "5 of 5",
                "6 [3, 9]",
                "600 [300, 900]",
                "3 [1.50, 4.50]",
                "3 [1.50, 4.50]"),
            List.of(
                "a recipe",
                "90.0 %",
                "2 of 5",
                "∞ [5, ∞]",
                "∞ [500, ∞]",
                "∞ [2.50, ∞]",
                "∞ [2.50, ∞]"));
    assertThat(table.notes())
        .containsExactly(
            "medians of the seeds, [93.8 % interval]; ∞: not within 30 epochs; cost: at 3600 an hour");
    var free = TimeToQuality.table(List.of(of(9, 3, 7, 5, 6)), Double.NaN);
    assertThat(free.rows().getFirst().getLast()).isEqualTo("not stated");
    assertThat(free.notes().getFirst()).doesNotContain("cost");
  }

  @Test
  void no_seed_has_no_time() {
    assertThatThrownBy(() -> of()).hasMessage("time to quality is asked of seeds, got none");
  }
}
