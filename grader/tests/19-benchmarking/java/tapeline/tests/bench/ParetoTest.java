package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.Pareto;
import tapeline.bench.Pareto.Choice;
import tapeline.tests.Seeds;

@Tag("19.7")
class ParetoTest {
  private static List<String> front(Choice... choices) {
    return Pareto.front(List.of(choices)).stream().map(Choice::name).toList();
  }

  @Test
  void what_is_dearer_in_everything_is_left_out() {
    assertThat(front(new Choice("small", 1, 2), new Choice("large", 3, 4)))
        .as("the front of (1, 2) and (3, 4)")
        .containsExactly("small");
  }

  @Test
  void a_trade_stays() {
    assertThat(
            front(new Choice("fast", 1, 9), new Choice("slow", 9, 3), new Choice("middle", 5, 5)))
        .as("the front of (1, 9), (9, 3) and (5, 5): to gain one is to lose the other")
        .containsExactly("fast", "slow", "middle");
  }

  @Test
  void equals_do_not_dominate_one_another() {
    assertThat(front(new Choice("one", 2, 3), new Choice("other", 2, 3)))
        .as("the front of (2, 3) and (2, 3)")
        .containsExactly("one", "other");
  }

  @Test
  void one_cost_that_is_lower_is_enough_where_the_others_are_equal() {
    assertThat(front(new Choice("better", 2, 3, 4), new Choice("worse", 2, 3, 5)))
        .as("the front of (2, 3, 4) and (2, 3, 5)")
        .containsExactly("better");
    assertThat(front(new Choice("worse", 2, 3, 5), new Choice("better", 1, 3, 5)))
        .as("the front of (2, 3, 5) and (1, 3, 5)")
        .containsExactly("better");
  }

  @Test
  void the_front_of_many_is_what_no_other_beats() {
    var random = Seeds.random("pareto");
    var choices = new ArrayList<Choice>();
    for (int i = 0; i < 40; i++) {
      choices.add(new Choice("c" + i, random.ints(3, 1, 9).asDoubleStream().toArray()));
    }
    var expected =
        choices.stream().filter(c -> choices.stream().noneMatch(o -> beats(o, c))).toList();
    assertThat(Pareto.front(choices).stream().map(Choice::name).toList())
        .as("the front of 40 choices with three costs from 1 to 8")
        .isEqualTo(expected.stream().map(Choice::name).toList());
  }

  /// None of the differences is above 0, and their sum is below.
  private static boolean beats(Choice o, Choice c) {
    double[] d = new double[3];
    Arrays.setAll(d, i -> o.costs()[i] - c.costs()[i]);
    return Arrays.stream(d).max().orElseThrow() <= 0 && Arrays.stream(d).sum() < 0;
  }
}
