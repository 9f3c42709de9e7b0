package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tapeline.instruments.profile.Cost;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.Span;
import tapeline.instruments.profile.Work;
import tapeline.profile.Hotspots;
import tapeline.profile.Profiler;

class IfFasterTest {
  /// A step of 100 ns: 30 forward and 30 backward of a product, 20 of a sum.
  private final Profile profile =
      new Profile(
          List.of(
              span(0, -1, Profiler.STEP, Span.Kind.SCOPE, 0, 100, null),
              span(1, 0, "MatMul", Span.Kind.FORWARD, 0, 30, work(0, "MatMul")),
              span(2, 0, "Sum", Span.Kind.FORWARD, 30, 20, work(1, "Sum")),
              span(3, 0, "MatMul", Span.Kind.BACKWARD, 50, 30, work(0, "MatMul"))),
          List.of(),
          List.of("main"),
          0);

  private static Span span(
      int id,
      int parent,
      String name,
      Span.Kind kind,
      long start,
      long nanos,
      @Nullable Work work) {
    return new Span(id, parent, name, kind, 0, start, nanos, 0, work);
  }

  private static Work work(int application, String op) {
    return new Work(application, op, List.of(), "()", Cost.NONE, "", "");
  }

  @Test
  void forward_and_backward_of_the_op_become_faster() {
    var then = Hotspots.of(profile, Hotspots.By.OP).ifFaster("MatMul", 3);
    assertThat(then.time()).as("100 ns, of which 60 take a third").isEqualTo(60);
    assertThat(then.limit()).as("the limit, 40 of 100 being other things").isEqualTo(2.5);
  }

  @Test
  void sums_of_gradients_within_it_do_not() {
    var spans = new ArrayList<>(profile.spans());
    spans.add(span(4, 3, "Accumulate", Span.Kind.ACCUMULATE, 60, 10, null));
    var nested = new Profile(spans, List.of(), List.of("main"), 0);
    assertThat(Hotspots.of(nested, Hotspots.By.OP).ifFaster("MatMul", 5).time())
        .as("100 ns, of which 50 take a fifth")
        .isEqualTo(60);
  }

  @Test
  void an_op_that_the_profile_has_not_is_refused() {
    assertThatThrownBy(() -> Hotspots.of(profile, Hotspots.By.OP).ifFaster("Softmax", 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got Softmax; there are")
        .hasMessageContaining("MatMul");
    assertThatThrownBy(() -> Hotspots.of(profile, Hotspots.By.OP).ifFaster(Profiler.STEP, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got step");
  }
}
