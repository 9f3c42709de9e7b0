package tapeline.instruments.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.instruments.profile.Span;
import tapeline.instruments.profile.Span.Kind;
import tapeline.instruments.profile.Work;
import tapeline.tests.Seeds;

class FlowArrowTest {
  private final List<Span> spans = new ArrayList<>();

  /// A span of 10 ns on thread 0; an application below 0 is a scope's.
  private void span(Kind kind, int application, long start) {
    span(kind, application, 0, start, 10);
  }

  private void span(Kind kind, int application, int thread, long start, long nanos) {
    var shapes = List.of("(2,3)", "(3,4)");
    var work =
        application < 0 ? null : new Work(application, "MatMul", shapes, "(2,4)", null, "", "");
    spans.add(new Span(spans.size(), -1, "MatMul", kind, thread, start, nanos, 0, work));
  }

  @Test
  void an_arrow_from_the_forward_to_the_backward_span() {
    span(Kind.FORWARD, 0, 5);
    span(Kind.BACKWARD, 0, 40);
    var arrows = FlowArrow.between(spans);
    assertThat(arrows)
        .as("the arrows between a forward span at 5 ns and the backward span of the same op")
        .hasSize(1);
    assertThat(arrows.getFirst().leaves() + " to " + arrows.getFirst().arrives())
        .as("when the arrow leaves and arrives; the spans start at 5 and 40 ns and last 10 ns")
        .isEqualTo("5 to 40");
  }

  @Test
  void ops_of_one_name_keep_apart() {
    span(Kind.FORWARD, 0, 0);
    span(Kind.FORWARD, 1, 10);
    span(Kind.FORWARD, 2, 20);
    span(Kind.BACKWARD, 2, 30);
    span(Kind.BACKWARD, 1, 40);
    span(Kind.BACKWARD, 0, 50);
    assertThat(FlowArrow.between(spans).stream().map(a -> a.leaves() / 10).toList())
        .as("the applications whose forward spans the arrows leave; backward goes 2, 1, 0")
        .containsExactly(2L, 1L, 0L);
  }

  @Test
  void ids_count_the_arrows() {
    span(Kind.FORWARD, 3, 0);
    span(Kind.FORWARD, 7, 10);
    span(Kind.BACKWARD, 7, 20);
    span(Kind.BACKWARD, 3, 30);
    assertThat(FlowArrow.between(spans).stream().map(FlowArrow::id).toList())
        .as("the ids of two arrows, of applications 7 and 3")
        .containsExactly(0, 1);
  }

  @Test
  void the_op_is_the_innermost_span_at_both_ends() {
    var random = Seeds.random("slices");
    long now = 0;
    for (int i = 0; i < 20; i++) {
      int nanos = 1 + random.nextInt(9);
      span(Kind.FORWARD, i, 0, now, nanos); // the next one starts when this one ends
      now += nanos;
    }
    for (int i = 19; i >= 0; i--) {
      int nanos = 5 + random.nextInt(9);
      span(Kind.BACKWARD, i, 0, now, nanos);
      span(Kind.ACCUMULATE, i, 0, now + 3, 2);
      now += nanos;
    }
    for (var arrow : FlowArrow.between(spans)) {
      assertThat(innermost(arrow.leaves()))
          .as("the innermost span at the tail of arrow %d", arrow.id())
          .isEqualTo("FORWARD of application " + (19 - arrow.id()));
      assertThat(innermost(arrow.arrives()))
          .as("the innermost span at the head of arrow %d", arrow.id())
          .isEqualTo("BACKWARD of application " + (19 - arrow.id()));
    }
  }

  /// The last span to start that has not ended at this time.
  private String innermost(long at) {
    return spans.reversed().stream()
        .filter(s -> s.start() <= at && at < s.end())
        .findFirst()
        .map(s -> s.kind() + " of application " + (s.work() == null ? "" : s.work().application()))
        .orElse("none");
  }

  @Test
  void sums_and_scopes_have_no_arrows() {
    span(Kind.SCOPE, -1, 0, 0, 100);
    span(Kind.FORWARD, 0, 10);
    span(Kind.BACKWARD, 0, 0, 40, 30);
    span(Kind.ACCUMULATE, 0, 50);
    assertThat(FlowArrow.between(spans).stream().map(FlowArrow::arrives).toList())
        .as("where arrows arrive: there is a backward span at 40 ns, and a sum at 50 ns within it")
        .containsExactly(40L);
  }

  @Test
  void a_missing_forward_span_has_no_arrow() {
    span(Kind.BACKWARD, 4, 0);
    span(Kind.FORWARD, 5, 10);
    assertThat(FlowArrow.between(spans))
        .as(
            "arrows of a backward span whose op ran before the first active step, and of a forward"
                + " span that no gradient reached")
        .isEmpty();
  }

  @Test
  void a_tape_that_is_walked_twice_has_two_arrows() {
    span(Kind.FORWARD, 0, 0);
    span(Kind.BACKWARD, 0, 20);
    span(Kind.BACKWARD, 0, 40);
    assertThat(FlowArrow.between(spans).stream().map(a -> a.id() + ": " + a.arrives()).toList())
        .as("ids and heads of the arrows of an op that backward came to twice, at 20 and at 40 ns")
        .containsExactly("0: 20", "1: 40");
  }

  @Test
  void each_end_has_its_own_thread() {
    span(Kind.FORWARD, 0, 1, 0, 10);
    span(Kind.BACKWARD, 0, 2, 20, 10);
    assertThat(
            FlowArrow.between(spans).stream()
                .map(a -> a.fromThread() + " to " + a.toThread())
                .toList())
        .as("the threads of an op that is computed on thread 1, and walked back on thread 2")
        .containsExactly("1 to 2");
  }
}
