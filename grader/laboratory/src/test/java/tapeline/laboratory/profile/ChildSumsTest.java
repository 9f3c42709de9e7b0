package tapeline.laboratory.profile;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.instruments.jvm.FoldedStacks;
import tapeline.instruments.profile.Cost;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.Span;
import tapeline.instruments.profile.Span.Kind;
import tapeline.instruments.profile.Work;
import tapeline.profile.Hotspots;
import tapeline.profile.Profiler;

class ChildSumsTest {
  private final List<Span> spans = new ArrayList<>();

  private void span(int parent, String name, Kind kind, long start, long end) {
    var shape = "(1,1)";
    var work =
        kind == Kind.SCOPE
            ? null
            : new Work(0, name, List.of(shape), shape, new Cost(1, 4, 4), "", "");
    spans.add(new Span(spans.size(), parent, name, kind, 0, start, end - start, 0, work));
  }

  /// A step whose gaps are 1, 2, 4, 8 and 16 times `gap`, and 32 times at its end.
  private Profile step(long gap) {
    int step = spans.size();
    span(-1, Profiler.STEP, Kind.SCOPE, 0, 63 * gap + 500);
    span(step, "data", Kind.SCOPE, gap, gap + 100);
    span(step, "MatMul", Kind.FORWARD, 3 * gap + 100, 3 * gap + 200);
    span(step, "RELU", Kind.FORWARD, 7 * gap + 200, 7 * gap + 300);
    span(step, Profiler.BACKWARD, Kind.SCOPE, 15 * gap + 300, 15 * gap + 400);
    span(step + 4, "MatMul", Kind.BACKWARD, 15 * gap + 310, 15 * gap + 390);
    span(step, "optimizer", Kind.SCOPE, 31 * gap + 400, 31 * gap + 500);
    return profile();
  }

  private Profile profile() {
    return new Profile(spans, List.of(), List.of("main"), 0);
  }

  private static Span with(Span s, long profilerNanos) {
    return new Span(
        s.id(),
        s.parent(),
        s.name(),
        s.kind(),
        s.thread(),
        s.start(),
        s.nanos(),
        profilerNanos,
        s.allocatedBytes(),
        s.work());
  }

  @Test
  void what_the_children_leave_is_the_profiler_s_or_the_scope_s_own() {
    step(10);
    step(30);
    spans.set(4, with(spans.get(4), 5)); // backward
    spans.set(0, with(spans.getFirst(), 5 + 600));
    var sums = ChildSums.of(profile()).scopes();
    assertThat(sums).containsOnlyKeys(Profiler.STEP, Profiler.BACKWARD);
    var step = requireNonNull(sums.get(Profiler.STEP));
    assertThat(step.whole()).containsExactly(63 * 10 + 500, 63 * 30 + 500);
    assertThat(step.children()).containsExactly(500, 500);
    assertThat(step.left()).containsExactly(63 * 10, 63 * 30);
    assertThat(step.profiler()).as("without what it took in backward").containsExactly(600, 0);
    assertThat(step.rest()).containsExactly(30, 63 * 30);
    assertThat(requireNonNull(sums.get(Profiler.BACKWARD)).rest()).containsExactly(20 - 5, 20);
  }

  @Test
  void scopes_of_one_name_in_a_step_are_added() {
    span(-1, Profiler.STEP, Kind.SCOPE, 0, 100);
    for (int start : new int[] {10, 50}) {
      span(0, "part", Kind.SCOPE, start, start + 20);
      span(spans.size() - 1, "MatMul", Kind.FORWARD, start + 5, start + 12);
    }
    assertThat(ChildSums.of(profile()).table().rows())
        .contains(List.of("part", "0.0", "0.0", "0.0", "0.0", "0.0", "0.0 to 0.0"));
    var part = requireNonNull(ChildSums.of(profile()).scopes().get("part"));
    assertThat(part.rest()).containsExactly(2 * 13);
  }

  @Test
  void a_median_has_the_sign_test_s_interval() {
    var values = IntStream.rangeClosed(1, 21).mapToDouble(i -> i * 1000).toArray();
    var middle = Middle.of(values);
    assertThat(middle)
        .as("of 1 to 21 µs: the 6th and the 16th, which hold the median with 97 %")
        .isEqualTo(new Middle(6000, 11_000, 16_000));
    assertThat(middle.micros() + " (" + middle.interval() + ")").isEqualTo("11.0 (6.0 to 16.0)");
    assertThat(Middle.of(4, 2)).isEqualTo(new Middle(2, 3, 4));
  }

  @Test
  void the_middle_half_is_without_the_longest_and_the_shortest_steps() {
    IntStream.of(7, 90, 1, 3, 5, 1000, 2, 4).forEach(this::step);
    var middle = MiddleSteps.of(profile());
    assertThat(MiddleSteps.steps(middle).stream().map(Span::nanos))
        .as("of steps with gaps of 7, 90, 1, 3, 5, 1000, 2 and 4, in their order")
        .containsExactly(63 * 7 + 500L, 63 * 3 + 500L, 63 * 5 + 500L, 63 * 4 + 500L);
    assertThat(middle.spans()).hasSize(4 * 7);
    for (int i = 0; i < middle.spans().size(); i++) {
      assertThat(middle.spans().get(i).id()).isEqualTo(i);
    }
    assertThat(middle.spans().get(7 + 5).parent()).isEqualTo(7 + 4);
  }

  @Test
  void the_shares_of_ops_stand_beside_those_of_their_samples() {
    var counts = new TreeMap<String, Long>();
    counts.put("TrainingStep.run;TensorTape.apply;MatMul.forward;CpuBackend.matmul", 20L);
    counts.put("TrainingStep.run;TensorTape.backward;MatMul.gradA;MatMul.forward", 30L);
    counts.put("TrainingStep.run;Arithmetic.Map.forward;CpuBackend.map", 25L);
    counts.put("TrainingStep.run;Trainer.batches", 25L);
    var table = SampledShares.of(Hotspots.of(step(0), Hotspots.By.OP), new FoldedStacks(counts));
    assertThat(table.rows())
        .containsExactly(
            List.of("MatMul", "36.0 %", "50.0 %", "10.0 %", "-14.0"),
            List.of("Map", "20.0 %", "25.0 %", "8.7 %", "-5.0"));
  }
}
