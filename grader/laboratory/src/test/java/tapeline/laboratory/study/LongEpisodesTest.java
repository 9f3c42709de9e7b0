package tapeline.laboratory.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import tapeline.reuse.FlatTape;

class LongEpisodesTest {
  /// By hand, at rest: pulled = −10/1.1, angular = pulled / (0.5·(4/3 − 0.1/1.1)), linear = (10 −
  /// 0.05·angular)/1.1.
  @Test
  void a_push_moves_cart_and_pole_as_the_equations_say() {
    var pole = new CartPole(0, 0, 0, 0);
    pole.push(true);
    double angular = -10 / 1.1 / (0.5 * (4 / 3.0 - 0.1 / 1.1));
    assertThat(pole.at(0)).as("position, by the speed before").isEqualTo(0);
    assertThat(pole.at(3)).as("the angle's speed").isEqualTo(0.02 * angular, Offset.offset(1e-12));
    assertThat(pole.at(1))
        .as("speed")
        .isEqualTo(0.02 * (10 - 0.05 * angular) / 1.1, Offset.offset(1e-12));
    var other = new CartPole(0, 0, 0, 0);
    other.push(false);
    assertThat(other.at(1)).as("a push to the left").isEqualTo(-pole.at(1));
  }

  @Test
  void gravity_and_friction_have_their_signs() {
    var leaning = new CartPole(0, 0, 0.1, 0);
    var mirrored = new CartPole(0, 0, -0.1, 0);
    leaning.push(true);
    mirrored.push(false);
    assertThat(mirrored.at(3)).as("a mirror's motion").isEqualTo(-leaning.at(3));
    var upright = new CartPole(0, 0, 0, 0);
    upright.push(true);
    assertThat(leaning.at(3)).as("gravity turns on what leans").isGreaterThan(upright.at(3));
    var rolling = new CartPole(0, 1, 0, 0);
    rolling.push(true);
    assertThat(rolling.at(1) - 1).as("friction slows what rolls").isLessThan(upright.at(1));
  }

  @Test
  void an_episode_ends_beyond_12_degrees_and_2_4_metres() {
    assertThat(new CartPole(2.39, 0, 0.2, 0).isOver()).isFalse();
    assertThat(new CartPole(2.41, 0, 0, 0).isOver()).isTrue();
    assertThat(new CartPole(0, 0, -0.22, 0).isOver()).isTrue();
  }

  /// Untrained policies stand some 20 steps; up the gradient instead of down they stand 9.
  @Test
  void policies_learn_to_stand_longer() {
    var courses = new EpisodeTraining(500, 500, 10, 1, true).seeds(6);
    assertThat(courses)
        .as("trainings with all measures")
        .noneMatch(EpisodeTraining.Course::diverged);
    assertThat(
            Arrays.stream(courses)
                .mapToDouble(EpisodeTraining.Course::last)
                .average()
                .orElseThrow())
        .as("steps at the end, mean of 6 seeds")
        .isGreaterThan(40);
    assertThat(courses[0].clipped()).as("steps that were clipped, of 50").isBetween(1, 50);
  }

  @Test
  void a_tape_that_serves_again_gives_the_same_training() {
    for (var batch : List.of(1, 5)) {
      var fresh = new EpisodeTraining(50, 20, batch, 1, false).run(3);
      var again = new EpisodeTraining(50, 20, batch, 1, true).run(3);
      assertThat(again.lengths()).as("batch %d", batch).isEqualTo(fresh.lengths());
    }
  }

  @Test
  void a_tape_that_serves_again_holds_one_episode() {
    var policy = new EpisodePolicy(30, new SplittableRandom(1));
    var tape = new FlatTape();
    policy.episode(tape, new SplittableRandom(2), new double[policy.size()]);
    int once = tape.stats().instructions();
    tape.reset();
    policy.episode(tape, new SplittableRandom(2), new double[policy.size()]);
    assertThat(tape.stats().instructions()).as("ops of the same episode").isEqualTo(once);
  }

  @Test
  void divergence_is_an_end_below_the_beginning_or_no_number() {
    int[] falls = {30, 30, 30, 30, 30, 30, 30, 30, 30, 10};
    int[] rises = {10, 30, 30, 30, 30, 30, 30, 30, 30, 30};
    assertThat(new EpisodeTraining.Course(falls, 0, true).diverged()).isTrue();
    assertThat(new EpisodeTraining.Course(rises, 0, true).diverged()).isFalse();
    assertThat(new EpisodeTraining.Course(rises, 0, false).diverged()).isTrue();
  }

  @Test
  void the_table_has_a_row_for_each_measure() {
    var table = LongEpisodes.table(true);
    assertThat(table.rows().stream().map(List::getFirst))
        .containsExactly("plain", "clipping to 1", "tape reuse", "batches of 10", "all three");
    for (var row : table.rows()) {
      assertThat(row).as("%s", row).hasSize(8).noneMatch(String::isBlank);
      assertThat(row.get(1)).as("an interval of Wilson").matches("[\\d.]+ % \\[[\\d.]+, [\\d.]+]");
    }
    assertThat(table.rows().get(2).subList(1, 3))
        .as("a tape that serves again changes no episode")
        .isEqualTo(table.rows().getFirst().subList(1, 3));
  }

  @Test
  void medians_have_the_interval_of_the_sign_test() {
    var numbers = new double[20];
    for (int i = 0; i < 20; i++) {
      numbers[i] = i + 1;
    }
    assertThat(LongEpisodes.median(numbers))
        .as("the 6th and the 15th of 20")
        .isEqualTo("10.5 (6 to 15)");
  }

  @Test
  void bad_arguments_are_named() {
    assertThatThrownBy(() -> new EpisodeTraining(10, 20, 3, 1, true))
        .hasMessage("episodes come in whole batches of at least one, got 20 in batches of 3");
    assertThatThrownBy(() -> new EpisodePolicy(0, new SplittableRandom(1)))
        .hasMessage("an episode has at least one step, got 0");
    assertThatThrownBy(() -> LongEpisodes.median(1, 2, 3))
        .hasMessage("an interval for a median needs 6 numbers or more, got 3");
  }
}
