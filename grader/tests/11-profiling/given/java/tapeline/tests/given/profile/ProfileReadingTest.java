package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tapeline.instruments.profile.Cost;
import tapeline.instruments.profile.Hotspot;
import tapeline.instruments.profile.MemoryEvent;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.Span;
import tapeline.instruments.profile.Work;
import tapeline.profile.Hotspots;
import tapeline.profile.Hotspots.By;
import tapeline.profile.MemoryTimeline;
import tapeline.profile.Overhead;
import tapeline.tests.Thrown;

/// The groups and timelines of profiles that were written down by hand.
class ProfileReadingTest {
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

  private static final Cost MANY = new Cost(100_000, 0, 4000);
  private static final Cost FEW = new Cost(1000, 4000, 4000);

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
