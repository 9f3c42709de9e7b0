package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tapeline.profile.Advice;
import tapeline.profile.Advice.Rule;
import tapeline.profile.Hotspot;
import tapeline.profile.Hotspots;
import tapeline.profile.Hotspots.By;
import tapeline.profile.MemoryEvent;
import tapeline.profile.MemoryTimeline;
import tapeline.profile.Overhead;
import tapeline.profile.Profile;
import tapeline.profile.Span;
import tapeline.profile.Work;
import tapeline.profile.cost.Cost;
import tapeline.tensor.Shape;
import tapeline.tests.Thrown;

/// The advice, groups and timelines of profiles that were written down by hand.
class ProfileReadingTest {
  private static final long US = 1000;

  private static Profile profile(Span... spans) {
    return new Profile(List.of(spans), List.of(), List.of("main"), 0);
  }

  private static Span scope(int id, int parent, String name, long nanos) {
    return new Span(id, parent, name, Span.Kind.SCOPE, 0, id, nanos, parent < 0 ? 8000 : 0, null);
  }

  private static Span op(int id, String name, long nanos, @Nullable Cost cost) {
    var shape = Shape.of(2, 3);
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

  @Test
  void without_the_profiler_each_span_is_shorter_by_what_it_took() {
    var profile =
        profile(
            new Span(0, -1, "step", Span.Kind.SCOPE, 0, 7, 100, 15, 40, null),
            new Span(1, 0, "forward", Span.Kind.SCOPE, 0, 9, 50, 10, 8, null));
    assertThat(profile.withoutProfiler().spans())
        .as("100 ns with 15 of the profiler around 50 with 10")
        .containsExactly(
            new Span(0, -1, "step", Span.Kind.SCOPE, 0, 7, 85, 40, null),
            new Span(1, 0, "forward", Span.Kind.SCOPE, 0, 9, 40, 8, null));
    assertThat(new Overhead(5).of(3)).as("3 spans at 5 ns").isEqualTo(15);
  }

  @Test
  void groups_can_be_sorted_and_shown() {
    var hotspots = Hotspots.of(step(10, 100, 200, MANY, null), By.PASS);
    assertThat(hotspots.rows().stream().map(Hotspot::name))
        .containsExactly("scope step", "TANH forward", "MatMul forward", "scope data");
    assertThat(hotspots.sortedBy(Hotspot::allocated).rows().stream().map(Hotspot::name))
        .as("by bytes of their own, then by name")
        .containsExactly("MatMul forward", "TANH forward", "scope data", "scope step");
    assertThat(hotspots.rows().get(2).gflops()).as("100 000 FLOPs in 100 µs").isEqualTo(1);
    assertThat(hotspots.rows().get(1).gflops()).as("without a formula").isNaN();
    assertThat(hotspots.table().rows().get(1)).contains("TANH forward", "0.200", "20.0", "–");
    assertThat(hotspots.table().rows().get(1)).doesNotContain("0.000");
    assertThat(hotspots.relation().longColumn("flops").isMissing(1)).isTrue();
    assertThat(hotspots.relation().doubleColumn("share").sum()).isCloseTo(1, within(1e-12));
    assertThat(hotspots.chart(2).getSeriesCollection()).hasSize(1);
  }

  @Test
  void groups_go_by_what_is_asked_for() {
    var profile = step(10, 100, 200, MANY, FEW);
    assertThat(names(profile, By.SHAPES)).contains("MatMul (2,3)", "TANH (2,3)");
    assertThat(names(profile, By.LAYER)).contains("Model/MatMul", "Model/TANH");
    assertThat(names(profile, By.LINE))
        .containsExactlyInAnyOrder("Model.java:7", "scope step", "scope data");
    assertThat(names(profile, By.SCOPE)).containsExactlyInAnyOrder("scope step", "scope data");
  }

  private static List<String> names(Profile profile, By by) {
    return Hotspots.of(profile, by).rows().stream().map(Hotspot::name).toList();
  }

  @Test
  void a_timeline_is_of_one_tape() {
    var events =
        List.of(
            new MemoryEvent(1, 0, 1, "A saved", 40, 40),
            new MemoryEvent(2, 0, 0, "B saved", 80, 80),
            new MemoryEvent(3, 0, 1, "A saved", -40, 0));
    assertThat(Thrown.by(() -> new MemoryTimeline(events)))
        .isEqualTo("IllegalArgumentException: a timeline is of one tape, got 3 events of 2 tapes");
    var timelines = MemoryTimeline.of(new Profile(List.of(), events, List.of("main"), 0));
    assertThat(timelines).extracting(MemoryTimeline::peakBytes).containsExactly(80L, 40L);
    assertThat(timelines.getLast().table().rows())
        .containsExactly(List.of("A saved", "40", "100 %"));
    assertThat(timelines.getLast().chart().getSeriesCollection()).hasSize(1);
  }
}
