package tapeline.laboratory.profile;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.instruments.jvm.FoldedStacks;
import tapeline.laboratory.profile.StepParts.Part;
import tapeline.profile.Hotspots;
import tapeline.profile.Profile;
import tapeline.profile.Profiler;
import tapeline.profile.Span;
import tapeline.profile.Span.Kind;
import tapeline.profile.Work;
import tapeline.profile.cost.Cost;
import tapeline.tensor.Shape;

class StepPartsTest {
  private final List<Span> spans = new ArrayList<>();

  private void span(int parent, String name, Kind kind, long start, long end) {
    var shape = Shape.of(1);
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

  @Test
  void each_part_and_each_gap_has_its_name_and_they_add_up_to_the_step() {
    var parts = StepParts.of(step(10));
    assertThat(parts.nanos())
        .containsExactly(
            entry(Part.BEGIN, 10.0),
            entry(Part.DATA, 100.0),
            entry(Part.CLEAR, 20.0),
            entry(Part.OPS, 200.0),
            entry(Part.BETWEEN, 40.0 + 80),
            entry(Part.BACKWARD, 100.0),
            entry(Part.GATHER, 160.0),
            entry(Part.OPTIMIZER, 100.0),
            entry(Part.END, 320.0));
    assertThat(parts.whole()).isEqualTo((double) spans.getFirst().nanos());
    assertThat(parts.between()).as("in no span").isEqualTo(63 * 10);
  }

  @Test
  void the_parts_are_means_of_the_steps() {
    step(10);
    var parts = StepParts.of(step(30));
    assertThat(parts.steps()).isEqualTo(2);
    assertThat(parts.nanos()).containsEntry(Part.CLEAR, 40.0).containsEntry(Part.DATA, 100.0);
    assertThat(parts.whole()).isEqualTo(63 * 20 + 500);
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
