package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.bench.Pareto;
import tapeline.bench.Pareto.Choice;
import tapeline.bench.stats.Interval;
import tapeline.tests.Seeds;

@Tag("19.8")
class ParetoTest {
  private static List<String> front(Choice... choices) {
    return names(Pareto.front(List.of(choices)));
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
    assertThat(front(new Choice("small", 1, 2), new Choice("large", 3, 4)))
        .as("the front of (1, 2) and (3, 4)")
        .containsExactly("small");
    assertThat(front(new Choice("better", 2, 3, 4), new Choice("worse", 2, 3, 5)))
        .as("the front of (2, 3, 4) and (2, 3, 5)")
        .containsExactly("better");
    assertThat(front(new Choice("worse", 2, 3, 5), new Choice("better", 1, 3, 5)))
        .as("the front of (2, 3, 5) and (1, 3, 5)")
        .containsExactly("better");
  }

  private static Choice measured(String name, double low, double high, double bytes) {
    return new Choice(name, new Interval(low, high, 0.95), Interval.exactly(bytes));
  }

  @Test
  void who_may_be_faster_stays() {
    var choices = List.of(measured("a", 10, 12, 100), measured("b", 11, 13, 200));
    assertThat(names(Pareto.front(choices)))
        .as(
            "the front of 10 to 12 ns and 100 bytes, and 11 to 13 ns and 200 bytes: b may be faster")
        .containsExactly("a", "b");
    assertThat(names(Pareto.sure(choices)))
        .as("who is on the front in any case: b may be dominated, and a is not")
        .containsExactly("a");
  }

  @Test
  void intervals_that_overlap_decide_nothing() {
    assertThat(names(Pareto.front(List.of(measured("a", 10, 12, 100), measured("b", 11, 13, 100)))))
        .as("the front of 10 to 12 ns and 11 to 13 ns, 100 bytes each")
        .containsExactly("a", "b");
  }

  @Test
  void intervals_that_touch_are_no_dearer() {
    assertThat(names(Pareto.front(List.of(measured("a", 10, 11, 100), measured("b", 12, 13, 200)))))
        .as("the front of 10 to 11 ns and 100 bytes, and 12 to 13 ns and 200 bytes")
        .containsExactly("a");
    var choices = List.of(measured("a", 10, 12, 100), measured("b", 12, 13, 200));
    assertThat(names(Pareto.front(choices)))
        .as(
            "the front of 10 to 12 ns and 100 bytes, and 12 to 13 ns and 200 bytes: a is no dearer"
                + " wherever the times lie, and has fewer bytes")
        .containsExactly("a");
  }

  @Test
  void equals_are_on_the_front_for_sure_only_where_they_are_exact() {
    assertThat(names(Pareto.sure(List.of(new Choice("a", 2, 3), new Choice("b", 2, 3)))))
        .as("who is on the front in any case, of (2, 3) and (2, 3)")
        .containsExactly("a", "b");
    assertThat(names(Pareto.sure(List.of(measured("a", 1, 3, 5), measured("b", 1, 3, 5)))))
        .as("who is on the front in any case, of twice 1 to 3 ns and 5 bytes: either may be slower")
        .isEmpty();
  }

  @Test
  void wherever_the_costs_lie_the_true_front_is_between_the_two() {
    var random = Seeds.random("pareto intervals");
    for (int k = 0; k < 300; k++) {
      var choices = new ArrayList<Choice>();
      var truths = new ArrayList<Choice>();
      for (int i = 0; i < 6; i++) {
        var low = random.ints(2, 1, 9).asDoubleStream().toArray();
        var high = new double[] {low[0] + random.nextInt(3), low[1] + random.nextInt(3)};
        choices.add(
            new Choice(
                "c" + i, new Interval(low[0], high[0], 0.95), new Interval(low[1], high[1], 0.95)));
        truths.add(
            new Choice(
                "c" + i,
                random.nextBoolean() ? low[0] : high[0],
                random.nextBoolean() ? low[1] : high[1]));
      }
      var front = trueFront(truths);
      assertThat(names(Pareto.front(choices)).containsAll(front))
          .as(
              "whether the front of %s holds all that is on the front where the costs are %s",
              costs(choices), costs(truths))
          .isTrue();
      assertThat(front.containsAll(names(Pareto.sure(choices))))
          .as(
              "whether who is on the front of %s in any case is on it where the costs are %s",
              costs(choices), costs(truths))
          .isTrue();
    }
  }

  private static String costs(List<Choice> choices) {
    return choices.stream()
        .map(c ->
            "%.0f–%.0f/%.0f–%.0f"
                .formatted(
                    c.costs()[0].low(),
                    c.costs()[0].high(),
                    c.costs()[1].low(),
                    c.costs()[1].high()))
        .toList()
        .toString();
  }

  private static List<String> names(List<Choice> choices) {
    return choices.stream().map(Choice::name).toList();
  }

  private static List<String> trueFront(List<Choice> choices) {
    return names(
        choices.stream().filter(c -> choices.stream().noneMatch(o -> beats(o, c))).toList());
  }

  @Test
  void the_front_of_many_is_what_no_other_beats() {
    var random = Seeds.random("pareto");
    var choices = new ArrayList<Choice>();
    for (int i = 0; i < 40; i++) {
      choices.add(new Choice("c" + i, random.ints(3, 1, 9).asDoubleStream().toArray()));
    }
    assertThat(Pareto.front(choices).stream().map(Choice::name).toList())
        .as("the front of 40 choices with three costs from 1 to 8")
        .isEqualTo(trueFront(choices));
  }

  /// None of the differences is above 0, and their sum is below.
  private static boolean beats(Choice o, Choice c) {
    double[] d = new double[c.costs().length];
    Arrays.setAll(d, i -> o.costs()[i].low() - c.costs()[i].low());
    return Arrays.stream(d).max().orElseThrow() <= 0 && Arrays.stream(d).sum() < 0;
  }
}
