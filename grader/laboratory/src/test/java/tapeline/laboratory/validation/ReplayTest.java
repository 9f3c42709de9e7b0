package tapeline.laboratory.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;

class ReplayTest {
  /// Turn t of fork f takes `1000f + t` on side A, and half as much again on side B.
  private static List<Fork> forks(int count, int turns) {
    return IntStream.range(0, count)
        .mapToObj(f -> new Fork(side(f, turns, 1), side(f, turns, 1.5), 1, 0, 0, false))
        .toList();
  }

  private static Sample side(int fork, int turns, double times) {
    return Sample.of(
        IntStream.range(0, turns).mapToDouble(t -> times * (1000 * fork + t)).toArray());
  }

  @Test
  void one_after_the_other_has_b_in_a_later_process() {
    var times = Design.ONE_AFTER_THE_OTHER.replay(forks(10, 160));
    assertThat(times.a()).hasDimensions(1, 80);
    assertThat(times.a()[0]).startsWith(0.5, 2.5).endsWith(158.5);
    assertThat(times.b()[0]).as("of fork 1").startsWith(1500.75, 1503.75).hasSize(80);
  }

  @Test
  void forks_in_sequence_are_five_and_the_next_five() {
    var times = Design.FORKS_IN_SEQUENCE.replay(forks(12, 80));
    assertThat(times.a()).hasDimensions(5, 16);
    assertThat(times.a()[4]).as("A of fork 4: means of five turns").startsWith(4002, 4007);
    assertThat(times.b()[0]).as("B of fork 5").startsWith(7503);
    assertThat(times.b()[4]).as("B of fork 9").startsWith(13503);
  }

  @Test
  void turns_of_one_process_are_pairs_of_the_first_fork() {
    for (var design : new Design[] {Design.TURNS, Design.INTERLEAVED}) {
      var times = design.replay(forks(10, 80));
      assertThat(times.a()[0]).hasSize(80).startsWith(0, 1, 2);
      assertThat(times.b()[0]).hasSize(80).startsWith(0, 1.5, 3);
    }
  }

  @Test
  void all_ten_forks_have_eight_values_a_side() {
    for (var design : new Design[] {Design.FORKS_AT_RANDOM, Design.TURNS_OF_FORKS}) {
      var times = design.replay(forks(24, 400));
      assertThat(times.a()).hasDimensions(10, 8);
      assertThat(times.b()[9]).as("B of fork 9: means of fifty turns").startsWith(13536.75);
    }
  }

  @Test
  void fewer_are_refused() {
    assertThatThrownBy(() -> Design.TURNS.replay(forks(9, 80)))
        .hasMessage("a replay needs ten forks with 80 turns of each side, got 9 forks of 80");
    assertThatThrownBy(() -> Design.TURNS.replay(forks(10, 79)))
        .hasMessageEndingWith("got 10 forks of 79");
  }
}
