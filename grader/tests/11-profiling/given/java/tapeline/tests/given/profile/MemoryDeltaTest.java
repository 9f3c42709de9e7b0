package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.instruments.profile.MemoryEvent;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.ProfileSchedule;
import tapeline.instruments.profile.Span;
import tapeline.profile.MemoryTimeline;
import tapeline.profile.Profiler;
import tapeline.tensor.Tensor;
import tapeline.tests.Thrown;

/// The bytes that tapes hold more from one mark to another.
class MemoryDeltaTest {
  private static Profile profile(Runnable work) {
    try (var profiler = Profiler.start(ProfileSchedule.once(0, 0, 1), Profiler.Options.PLAIN)) {
      work.run();
      profiler.step();
      return profiler.profile();
    }
  }

  /// tanh keeps (2,3), 24 bytes, until backward has passed, which leaves as much for the gradient.
  @Test
  void a_delta_is_what_the_tapes_hold_more_at_the_next_mark_of_that_name() {
    var profile =
        profile(() -> {
          var tape = new TensorTape();
          var x = tape.variable(Tensor.zeros(2, 3));
          x.tanh();
          Profiler.mark("before_forward");
          var y = x.tanh();
          Profiler.mark("after_forward");
          x.tanh();
          tape.backward(y, Tensor.zeros(2, 3));
          Profiler.mark("after_backward");
          Profiler.mark("after_forward");
        });
    assertThat(MemoryTimeline.delta(profile, "before_forward", "after_forward"))
        .as("bytes of the one tanh between the marks")
        .isEqualTo(24);
    assertThat(MemoryTimeline.delta(profile, "after_forward", "after_backward"))
        .as("bytes of a tanh that stays, of one that goes, and of a gradient that comes")
        .isEqualTo(24);
    assertThat(Thrown.by(() -> MemoryTimeline.delta(profile, "after_forward", "before_forward")))
        .isEqualTo(
            "IllegalArgumentException: a delta is between a mark and a later one, got after_forward"
                + " and before_forward of [step, before_forward, after_forward, backward,"
                + " after_backward]");
  }

  /// Thread 0 has a `from` without a later `to`; thread 1 takes 8 bytes between its two.
  @Test
  void a_delta_is_of_the_first_thread_that_has_both_marks() {
    var names = List.of("from", "from", "to");
    var marks = new ArrayList<Span>();
    for (int i = 0; i < names.size(); i++) {
      int thread = Math.min(i, 1);
      marks.add(new Span(i, -1, names.get(i), Span.Kind.SCOPE, thread, 10L * i, 0, 0, null));
    }
    var held = List.of(new MemoryEvent(15, 1, 0, "Tanh saved", 8, 8));
    var profile = new Profile(marks, held, List.of("zero", "one"), 0);
    assertThat(MemoryTimeline.delta(profile, "from", "to")).as("bytes of thread 1").isEqualTo(8);
  }
}
