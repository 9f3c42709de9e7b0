package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.conv.DirectConvolution;
import tapeline.conv.Window;
import tapeline.data.Datasets;
import tapeline.instruments.profile.Cost;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.ProfileSchedule;
import tapeline.instruments.profile.Scope;
import tapeline.instruments.profile.Span;
import tapeline.instruments.profile.Work;
import tapeline.nn.GradientDescent;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.profile.Hotspots;
import tapeline.profile.MemoryTimeline;
import tapeline.profile.Profiler;
import tapeline.profile.SelfTimes;
import tapeline.profile.TrainingStep;
import tapeline.tensor.Tensor;
import tapeline.tests.AllocatedBytes;
import tapeline.tests.Thrown;

class ProfilerTest {
  private static final ProfileSchedule FIRST = ProfileSchedule.once(0, 0, 1);

  /// The profile of one step that does this.
  private static Profile profile(Runnable work) {
    return profile(Profiler.Options.PLAIN, work);
  }

  private static Profile profile(Profiler.Options options, Runnable work) {
    try (var profiler = Profiler.start(FIRST, options)) {
      work.run();
      profiler.step();
      return profiler.profile();
    }
  }

  private static List<String> paths(Profile profile) {
    return profile.spans().stream().map(s -> path(s, profile.spans())).toList();
  }

  private static String path(Span s, List<Span> spans) {
    var kind = s.kind() == Span.Kind.SCOPE ? "" : " " + s.kind();
    return (s.parent() < 0 ? "" : path(spans.get(s.parent()), spans) + " > ") + s.name() + kind;
  }

  /// `Σ (x·w)·(x·w)`, and its gradients; x (2,3), w (3,5).
  private static TensorTape step() {
    var tape = new TensorTape();
    Variable loss;
    try (var _ = Profiler.scope("forward")) {
      var w = tape.variable(Tensor.range(3, 5));
      var y = tape.constant(Tensor.range(2, 3)).matmul(w);
      loss = y.times(y).sum();
    }
    tape.backward(loss);
    return tape;
  }

  @Test
  void scopes_and_ops_lie_in_each_other() {
    assertThat(paths(profile(ProfilerTest::step)))
        .containsExactly(
            "step",
            "step > forward",
            "step > forward > MatMul FORWARD",
            "step > forward > Mul FORWARD",
            "step > forward > Sum FORWARD",
            "step > backward",
            "step > backward > Sum BACKWARD",
            "step > backward > Mul BACKWARD",
            "step > backward > Mul BACKWARD > Accumulate ACCUMULATE",
            "step > backward > MatMul BACKWARD");
  }

  @Test
  void forward_and_backward_of_an_op_are_joined() {
    var products = works(profile(ProfilerTest::step), "MatMul");
    assertThat(products).extracting(Work::application).hasSize(2).containsOnly(0);
    assertThat(products.getFirst().inputs()).containsExactly("(2,3)", "(3,5)");
    assertThat(products.getFirst().output()).isEqualTo("(2,5)");
    assertThat(products.getFirst().cost())
        .as("2·2·3·5 FLOPs, 6 + 15 floats read, 10 written")
        .isEqualTo(new Cost(60, 84, 40));
    assertThat(Objects.requireNonNull(products.getLast().cost()).flops())
        .as("FLOPs of dW alone, as X is a constant")
        .isEqualTo(60);
  }

  private static List<Work> works(Profile profile, String op) {
    return profile.spans().stream()
        .map(Span::work)
        .filter(w -> w != null && w.op().equals(op))
        .map(Objects::requireNonNull)
        .toList();
  }

  @Test
  void a_span_has_the_bytes_that_its_op_allocates_without_a_profiler() {
    var x = Tensor.range(20, 30);
    long tanh = AllocatedBytes.perRun(100, x::tanh);
    var profile =
        profile(() -> {
          var v = new TensorTape().variable(x);
          for (int i = 0; i < 100; i++) {
            v.tanh();
          }
        });
    long least =
        profile.spans().stream()
            .filter(s -> s.work() != null)
            .mapToLong(Span::allocatedBytes)
            .min()
            .orElseThrow();
    assertThat(least).as("bytes of tanh of (20,30), profiled and not").isEqualTo(tanh);
  }

  @Test
  void children_take_no_longer_than_their_parents() {
    var spans = profile(TrainingStep.mlp()::run).spans();
    var children = new long[spans.size()];
    for (var s : spans) {
      assertThat(s.nanos()).as("nanoseconds of " + s).isNotNegative();
      if (s.parent() >= 0) {
        var parent = spans.get(s.parent());
        children[parent.id()] += s.nanos();
        assertThat(s.start()).as("start of " + s).isBetween(parent.start(), parent.end());
        assertThat(s.end()).as("end of " + s).isLessThanOrEqualTo(parent.end());
      }
    }
    for (var s : spans) {
      assertThat(children[s.id()]).as("the spans in " + s).isLessThanOrEqualTo(s.nanos());
    }
  }

  @Test
  void what_the_profiler_takes_for_itself_lies_beside_the_children() {
    var spans = profile(TrainingStep.mlp()::run).spans();
    var own = SelfTimes.of(spans, Span::nanos);
    var profilers = SelfTimes.of(spans, Span::profilerNanos);
    for (var s : spans) {
      assertThat(profilers[s.id()])
          .as("nanoseconds of the profiler's own, of those that the children leave of " + s)
          .isBetween(0L, own[s.id()]);
    }
    assertThat(spans)
        .filteredOn(s -> s.kind() == Span.Kind.FORWARD)
        .as("the profiler does nothing while an op is computed")
        .isNotEmpty()
        .allMatch(s -> s.profilerNanos() == 0);
    var trainer = spans.stream().filter(s -> s.name().equals(TrainingStep.TRAINER)).findFirst();
    assertThat(profilers[trainer.orElseThrow().id()]).as("between the ops").isPositive();
  }

  @Test
  void the_highest_holding_is_the_tape_s_own_peak() {
    for (var training :
        List.of(TrainingStep.mlp(), TrainingStep.cnn(), TrainingStep.transformer())) {
      var timeline = MemoryTimeline.of(profile(training::run)).getFirst();
      assertThat(timeline.peakBytes())
          .as("peak of " + training.name())
          .isEqualTo(training.tape().stats().peakBytes());
      assertThat(timeline.atPeak().stream().mapToLong(MemoryTimeline.Held::bytes).sum())
          .as("what its holders have")
          .isEqualTo(timeline.peakBytes());
    }
  }

  @Test
  void only_active_steps_are_kept() {
    try (var profiler = Profiler.start(new ProfileSchedule(1, 2, 1, 2))) {
      for (int i = 0; i < 10; i++) {
        try (var _ = Profiler.scope("part of step " + i)) {
          new TensorTape().variable(Tensor.scalar(i)).exp();
        }
        profiler.step();
      }
      assertThat(paths(profiler.profile()))
          .containsExactly(
              "step",
              "step > part of step 3",
              "step > part of step 3 > EXP FORWARD",
              "step",
              "step > part of step 7",
              "step > part of step 7 > EXP FORWARD");
    }
  }

  @Test
  void a_tape_from_before_the_profile_is_told_apart() {
    var tape = new TensorTape();
    var y = tape.variable(Tensor.range(2, 3)).exp();
    var profile = profile(() -> tape.backward(y.exp(), Tensor.range(2, 3)));
    assertThat(paths(profile))
        .containsExactly(
            "step", "step > EXP FORWARD", "step > backward", "step > backward > EXP BACKWARD");
    assertThat(MemoryTimeline.of(profile).getFirst().atPeak())
        .containsExactly(
            new MemoryTimeline.Held("EXP gradient", 24),
            new MemoryTimeline.Held("EXP saved", 24),
            new MemoryTimeline.Held(MemoryTimeline.BEFORE, 24),
            new MemoryTimeline.Held("variable gradient", 24));
  }

  @Test
  void an_op_that_throws_leaves_no_span() {
    var profile =
        profile(() -> {
          var x = new TensorTape().variable(Tensor.range(2, 3));
          assertThat(Thrown.by(() -> x.matmul(x))).contains("matmul");
          x.tanh();
        });
    assertThat(paths(profile)).containsExactly("step", "step > TANH FORWARD");
  }

  @Test
  void what_comes_after_the_limit_is_counted() {
    var profile = profile(new Profiler.Options(false, false, 3), ProfilerTest::step);
    assertThat(profile.spans().size() + profile.memory().size()).as("events kept").isEqualTo(3);
    var all = profile(ProfilerTest::step);
    assertThat(profile.dropped())
        .as("events dropped, of all less 3")
        .isEqualTo(all.spans().size() + all.memory().size() - 3);
    assertThat(paths(profile))
        .containsExactly("step", "step > forward", "step > forward > MatMul FORWARD");
  }

  @Test
  void layers_and_lines_are_read_from_the_stack() {
    var model = Sequential.mlp(new SplittableRandom(1), 3, 5, 2);
    var profile =
        profile(
            Profiler.Options.PLAIN.withLayers().withLines(),
            () -> model.forward(new TensorTape().constant(Tensor.range(4, 3))));
    var product = works(profile, "MatMul").getFirst();
    assertThat(product.layer()).isEqualTo("Sequential/Linear");
    assertThat(product.line()).matches("Linear\\.java:\\d+");
    assertThat(works(profile, "RELU").getFirst().layer()).isEqualTo("Sequential/Activation");
    assertThat(Hotspots.of(profile, Hotspots.By.LAYER).rows().stream().map(r -> r.name()))
        .containsExactlyInAnyOrder("Sequential/Linear", "Sequential/Activation", "scope step");
  }

  @Test
  void what_a_closed_profiler_recorded_can_be_collected() {
    var op = recordedOp();
    for (int i = 0; i < 20 && op.get() != null; i++) {
      System.gc();
    }
    assertThat(op.get()).as("an op that a closed profiler recorded").isNull();
  }

  /// An op that was held by a profiler alone.
  private static WeakReference<TensorOp> recordedOp() {
    var op = new DirectConvolution(Window.same(3));
    profile(() -> {
      var tape = new TensorTape();
      tape.apply(
          op, tape.variable(Tensor.range(1, 1, 4, 4)), tape.variable(Tensor.range(1, 1, 3, 3)));
    });
    return new WeakReference<>(op);
  }

  @Test
  void each_thread_has_a_track() throws InterruptedException {
    try (var profiler = Profiler.start(FIRST)) {
      var loader = new Thread(ProfilerTest::step, "loader");
      loader.start();
      loader.join();
      profiler.step();
      var profile = profiler.profile();
      assertThat(profile.threads()).containsExactly(Thread.currentThread().getName(), "loader");
      assertThat(paths(profile)).contains("step", "forward > MatMul FORWARD");
      assertThat(profile.spans().stream().filter(s -> s.thread() == 0)).hasSize(1);
    }
  }

  @Test
  void while_it_waits_tapes_are_not_heard() throws InterruptedException {
    try (var profiler = Profiler.start(ProfileSchedule.once(1, 0, 1))) {
      var early = new Thread(() -> new TensorTape().variable(Tensor.scalar(1)).exp(), "early");
      early.start();
      early.join();
      profiler.step();
      var scope = Profiler.scope("part");
      scope.close();
      profiler.step();
      var profile = profiler.profile();
      assertThat(profile.threads()).containsExactly(Thread.currentThread().getName());
      assertThat(paths(profile)).containsExactly("step", "step > part");
    }
  }

  @Test
  void off_it_costs_and_hears_nothing() {
    assertThat(profile(ProfilerTest::step).spans()).isNotEmpty();
    assertThat(TapeListener.current()).isSameAs(TapeListener.NONE);
    long bytes = AllocatedBytes.perRun(100, () -> Profiler.scope("forward").close());
    assertThat(bytes).as("bytes of a scope while no profiler runs").isZero();
    var digits = Datasets.digits().flat().slice(0, 32);
    var random = new SplittableRandom(1);
    var model = Sequential.mlp(random, 64, 64, 10);
    var trainer = new Trainer(model, new GradientDescent(0.1f), 32, random);
    var watched = new TrainingStep<>("", () -> digits, trainer::step, model.parameters());
    long plain = AllocatedBytes.perRun(100, () -> trainer.step(digits));
    assertThat(AllocatedBytes.perRun(100, watched::run))
        .as("bytes of a step that may be watched, beside the trainer's own")
        .isEqualTo(plain);
  }

  @Test
  void scopes_close_once_and_in_order() {
    var thrown = new ArrayList<String>();
    profile(() -> {
      var data = Profiler.scope("data");
      var part = Profiler.scope("part");
      thrown.add(Thrown.by(data::close));
      part.close();
      thrown.add(Thrown.by(part::close));
      data.close();
    });
    assertThat(thrown.getFirst())
        .startsWith("IllegalStateException: scopes close on their thread in the reverse order")
        .contains("data")
        .contains("part");
    assertThat(thrown.getLast())
        .startsWith("IllegalStateException: a scope is closed once")
        .contains("part")
        .contains("data");
  }

  @Test
  void a_scope_closes_on_its_own_thread() throws InterruptedException {
    var thrown = new ArrayList<String>();
    try (var profiler = Profiler.start(FIRST)) {
      Scope data = Profiler.scope("data");
      var other = new Thread(() -> thrown.add(Thrown.by(data::close)), "other");
      other.start();
      other.join();
      data.close();
      profiler.step();
    }
    assertThat(thrown.getFirst())
        .startsWith("IllegalStateException: scopes close")
        .contains("other");
  }

  @Test
  void misuse_is_named() throws InterruptedException {
    var thrown = new ArrayList<String>();
    try (var profiler = Profiler.start(new ProfileSchedule(2, 0, 1, 1))) {
      assertThat(Thrown.by(() -> Profiler.start(FIRST)))
          .startsWith("IllegalStateException: one profiler runs at a time");
      try (var _ = Profiler.scope("data")) {
        assertThat(Thrown.by(profiler::step))
            .startsWith("IllegalStateException: a scope begins and ends in one step: data is open");
      }
      profiler.step();
      assertThat(Thrown.by(profiler::profile))
          .startsWith("IllegalStateException: a profile has one active step or more, got 1 steps");
      var other = new Thread(() -> thrown.add(Thrown.by(profiler::step)), "other");
      other.start();
      other.join();
    }
    assertThat(thrown.getFirst()).contains("a profiler belongs to the thread").contains("other");
    assertThat(Thrown.by(() -> new ProfileSchedule(1, 1, 0, 0)))
        .startsWith("IllegalArgumentException: a schedule has at least 1 active step")
        .endsWith("got waiting 1, warm-up 1, active 0, repeat 0");
  }
}
