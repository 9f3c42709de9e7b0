package tapeline.laboratory.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tapeline.instruments.profile.Cost;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.Span;
import tapeline.instruments.profile.Work;
import tapeline.laboratory.profile.Advice.Rule;

class AdviceTest {
  private static final long US = 1000;

  private static Profile profile(Span... spans) {
    return new Profile(List.of(spans), List.of(), List.of("main"), 0);
  }

  private static Span scope(int id, int parent, String name, long nanos) {
    return new Span(id, parent, name, Span.Kind.SCOPE, 0, id, nanos, parent < 0 ? 8000 : 0, null);
  }

  private static Span op(int id, String name, long nanos, @Nullable Cost cost) {
    var shape = "(2,3)";
    var work = new Work(id, name, List.of(shape), shape, cost, "Model/" + name, "Model.java:7");
    return new Span(id, 0, name, Span.Kind.FORWARD, 0, id, nanos, 4000, work);
  }

  /// A step of 1 ms, and in it `data` and two ops.
  private static Profile step(
      int data, int product, int tanh, @Nullable Cost ofProduct, @Nullable Cost ofTanh) {
    return profile(
        scope(0, -1, "step", 1000 * US),
        scope(1, 0, "data", data * US),
        op(2, "MatMul", product * US, ofProduct),
        op(3, "TANH", tanh * US, ofTanh));
  }

  private static List<Rule> rules(Profile profile) {
    return Advice.of(profile).stream().map(Advice::rule).toList();
  }

  private static final Cost MANY = new Cost(100_000, 0, 4000);
  private static final Cost FEW = new Cost(1000, 4000, 4000);

  @Test
  void advice_names_what_the_step_waits_for() {
    assertThat(rules(step(10, 100, 100, MANY, MANY))).isEmpty();
    assertThat(rules(step(250, 100, 100, MANY, MANY))).containsExactly(Rule.LOADER_BOUND);
    assertThat(rules(step(10, 500, 100, MANY, MANY))).containsExactly(Rule.DOMINANT_OP);
    assertThat(rules(step(10, 8, 8, MANY, MANY))).containsExactly(Rule.OVERHEAD_BOUND);
    assertThat(rules(step(10, 100, 200, MANY, FEW))).containsExactly(Rule.ALLOCATION_BOUND);
    assertThat(rules(step(300, 5, 5, FEW, FEW)))
        .containsExactly(Rule.LOADER_BOUND, Rule.OVERHEAD_BOUND, Rule.ALLOCATION_BOUND);
  }

  @Test
  void advice_says_its_figures() {
    assertThat(Advice.of(step(10, 500, 100, MANY, MANY)).getFirst().text())
        .isEqualTo(
            "MatMul has 50 % of the time. Without it everything would be 2.00× as fast; all else"
                + " together can gain 2.00× at most.");
    assertThat(Advice.of(step(250, 100, 100, MANY, MANY)).getFirst().text())
        .contains("25 %")
        .contains("1.33×");
    assertThat(Advice.of(step(800, 100, 100, MANY, MANY)).getFirst().text())
        .as("a step lasts at least as long as its data")
        .contains("80 %")
        .contains("1.25×");
  }

  @Test
  void a_profile_without_ops_or_spans_has_no_advice() {
    assertThat(rules(profile(scope(0, -1, "step", 9)))).isEmpty();
    assertThat(rules(profile())).isEmpty();
  }
}
