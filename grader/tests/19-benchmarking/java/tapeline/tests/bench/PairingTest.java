package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Pairing;
import tapeline.bench.compare.Plan;
import tapeline.bench.stats.Sample;
import tapeline.tests.Seeds;

@Tag("19.4")
class PairingTest {
  private final List<Boolean> turns = Pairing.turns(50, Seeds.random("turns"));

  private static String words(List<Boolean> block) {
    var words = new StringBuilder();
    block.forEach(a -> words.append(a ? 'A' : 'B'));
    return words.toString();
  }

  private List<String> blocks() {
    return IntStream.range(0, turns.size() / 4)
        .mapToObj(i -> words(turns.subList(4 * i, 4 * i + 4)))
        .toList();
  }

  @Test
  void each_side_has_two_turns_of_each_block() {
    for (var block : blocks()) {
      assertThat(block.chars().filter(c -> c == 'A').count())
          .as("A's turns in " + block)
          .isEqualTo(2);
    }
  }

  @Test
  void what_grows_in_a_straight_line_favours_nobody() {
    for (var block : blocks()) {
      int a = 0;
      int b = 0;
      for (int i = 0; i < 4; i++) {
        a += block.charAt(i) == 'A' ? i : 0;
        b += block.charAt(i) == 'B' ? i : 0;
      }
      assertThat(a)
          .as(
              "the places of A's turns in a block %s, added up, against %d for B's. Where each turn"
                  + " takes longer than the one before, the side with the smaller sum looks faster",
              block, b)
          .isEqualTo(b);
    }
  }

  @Test
  void both_sides_begin_about_half_of_the_blocks() {
    assertThat(blocks().stream().filter(b -> b.startsWith("A")).count())
        .as("the blocks of 50 that A begins: what begins is drawn for each block")
        .isBetween(12L, 38L);
  }

  @Test
  void nothing_can_follow_the_blocks() {
    var pairs = new HashSet<String>();
    var blocks = blocks();
    for (int i = 1; i < blocks.size(); i++) {
      pairs.add(blocks.get(i - 1).charAt(0) + " and " + blocks.get(i).charAt(0));
    }
    assertThat(pairs)
        .as("who begins two blocks one after the other: all four ways occur in 50 blocks")
        .containsExactlyInAnyOrder("A and A", "A and B", "B and A", "B and B");
  }

  @Test
  void a_seed_gives_the_same_turns_again() {
    assertThat(
            words(Pairing.turns(20, new Random(7))).equals(words(Pairing.turns(20, new Random(7)))))
        .as("whether two draws with one seed give the same turns")
        .isTrue();
  }

  private static final Plan PLAN = new Plan(new int[] {6, 8}, new double[] {0.04, 0.01}, 1, 1, 1);

  private static Fork fork(double a1, double a2, double b1, double b2) {
    return new Fork(Sample.of(a1, a2), Sample.of(b1, b2), 1, 0, 0, false);
  }

  @Test
  void a_fork_is_one_value() {
    var forks = List.of(fork(3, 5, 3, 5), fork(4, 4, 8, 8), fork(6, 7, 3, 3.5));
    double[] values = Pairing.values(forks);
    assertThat(values)
        .as(
            "the values of three forks of two pairs of turns each: a fork's turns share its luck, so a"
                + " fork is one value, however many turns it has")
        .hasSize(3);
    assertThat(values)
        .as("ln B − ln A of three forks: equal, B twice as slow, B twice as fast")
        .containsExactly(new double[] {0, Math.log(2), -Math.log(2)}, within(1e-12));
  }

  @Test
  void a_fork_is_compared_by_its_low_quantiles() {
    double[] quick = new double[20];
    double[] disturbed = new double[20];
    Arrays.setAll(quick, i -> i == 0 ? 0.25 : 1);
    Arrays.setAll(disturbed, i -> i == 0 ? 100 : i < 12 ? 2 : 1);
    var fork = new Fork(Sample.of(quick), Sample.of(disturbed), 1, 0, 0, false);
    assertThat(Pairing.values(List.of(fork))[0])
        .as(
            "the value of a fork with 20 turns of 1 ns each side, but for 12 of B's that something"
                + " disturbed and one of A's that is short: by the quantiles at 0.1 both are equal,"
                + " as logRatio() says")
        .isCloseTo(0, within(1e-12));
  }

  @Test
  void the_first_look_leaves_the_others_their_part() {
    assertThat(Pairing.spend(PLAN, 6))
        .as("the look after 6 forks: the plan has 0.05 in all, and gives this look 0.04")
        .isEqualTo(0.04);
  }

  @Test
  void what_a_look_has_not_used_is_gone() {
    assertThat(Pairing.spend(PLAN, 8))
        .as("the look after 8 forks: its own 0.01, whatever became of the first look's 0.04")
        .isEqualTo(0.01);
  }

  @Test
  void where_the_plan_does_not_look_nothing_may_be_spent() {
    for (int forks : new int[] {1, 5, 7, 9}) {
      assertThat(Pairing.spend(PLAN, forks))
          .as("after %d forks there is no look: the plan looks after 6 and after 8", forks)
          .isZero();
    }
  }
}
