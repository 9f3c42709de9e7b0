package tapeline.laboratory.practice;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.data.Dataset;
import tapeline.data.Points;
import tapeline.laboratory.practice.PracticeLine.State;
import tapeline.laboratory.practice.TrainingNotes.Change;
import tapeline.nn.GradientDescent;
import tapeline.nn.Losses;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.optim.Clipping;
import tapeline.profile.TrainingStep;
import tapeline.tensor.Tensor;

/// The checklist over a sound training, and over a bad one of each kind.
class PracticesTest {
  private static final TrainingNotes NOTES =
      new TrainingNotes(
          Map.of("batch 16", "fits"), List.of("loss"), List.of(new Change("fused", "12 % of it")));
  private static final ConstantPredictor COIN = ConstantPredictor.of(2, 0, 1);
  private static final GradientDescent DESCENT = new GradientDescent(0.1f);

  /// A network of moons, and a step on a batch of it.
  private interface Step {
    ToDoubleFunction<Dataset> of(Sequential model);
  }

  private static CheckedTraining<Dataset> training(TrainingNotes notes, Step step) {
    return new CheckedTraining<>(
        "moons",
        16,
        batch -> {
          var random = new SplittableRandom(1);
          var model = Sequential.mlp(random, 2, 8, 2);
          return new TrainingStep<>(
              "moons",
              () -> Points.twoMoons(batch, 0.1f, random),
              step.of(model),
              model.parameters());
        },
        part -> COIN.loss(part.labels()),
        notes);
  }

  private static double step(Sequential model, TensorTape tape, Dataset part, Optimizer optimizer) {
    model.parameters().forEach(Parameter::clearGradient);
    var loss = Losses.crossEntropy(model.forward(tape.constant(part.inputs())), part.labels());
    tape.backward(loss);
    optimizer.step(model.parameters());
    return loss.value().item();
  }

  private static CheckedTraining<Dataset> sound(TrainingNotes notes) {
    return by(notes, DESCENT);
  }

  private static CheckedTraining<Dataset> by(TrainingNotes notes, Optimizer optimizer) {
    return training(notes, model -> part -> step(model, new TensorTape(), part, optimizer));
  }

  private static Map<String, PracticeLine> lines(CheckedTraining<?> checked) {
    return new Practices<>(checked)
        .lines().stream().collect(Collectors.toMap(PracticeLine::point, line -> line));
  }

  private static PracticeLine line(CheckedTraining<?> checked, String point) {
    return requireNonNull(lines(checked).get(point), point);
  }

  private static void assertBad(CheckedTraining<?> checked, String point, String evidence) {
    assertBad(lines(checked), point, evidence);
  }

  private static void assertBad(Map<String, PracticeLine> lines, String point, String evidence) {
    var line = requireNonNull(lines.get(point), point);
    assertThat(line.state()).as(line.evidence()).isEqualTo(State.NOT_DONE);
    assertThat(line.evidence()).contains(evidence);
  }

  @Test
  void a_sound_training_has_all_points() {
    assertThat(lines(sound(NOTES)).values())
        .hasSize(14)
        .allSatisfy(line -> assertThat(line.state()).as("%s", line).isEqualTo(State.DONE));
  }

  @Test
  void the_trainings_of_06_08_and_09_are_sound_but_for_what_their_notes_leave_out() {
    for (var checked :
        List.of(
            TrainingChecklist.perceptron(),
            TrainingChecklist.convolutions(),
            TrainingChecklist.transformer())) {
      var lines = new Practices<>(checked).lines();
      var bad = lines.stream().filter(l -> l.state() == State.NOT_DONE).toList();
      boolean hasReasons = !checked.notes().choices().isEmpty();
      assertThat(bad.stream().map(PracticeLine::point))
          .as("%s: %s", checked.name(), bad)
          .isEqualTo(hasReasons ? List.of() : List.of("choices have reasons"));
      assertThat(lines.stream().filter(l -> l.state() == State.NOT_APPLICABLE))
          .extracting(PracticeLine::point)
          .containsExactly("a profile before each change");
    }
  }

  @Test
  void what_the_author_did_not_write_down_is_not_done() {
    var none = lines(sound(TrainingNotes.NONE));
    assertBad(none, "choices have reasons", "no choice is written down");
    assertBad(none, "is watched", "nothing is looked at");
    var notes =
        new TrainingNotes(Map.of("rate 0.1", ""), List.of(), List.of(new Change("unrolled", "")));
    var blind = lines(sound(notes));
    assertBad(blind, "choices have reasons", "rate 0.1");
    assertBad(blind, "a profile before each change", "unrolled");
  }

  @Test
  void a_training_without_backward_is_not_profiled_both_ways() {
    var forward =
        training(
            NOTES,
            model ->
                part ->
                    Losses.crossEntropy(
                            model.forward(new TensorTape().constant(part.inputs())), part.labels())
                        .value()
                        .item());
    assertBad(forward, "profiled, forward and backward", "forward to backward as 100 to 0");
  }

  @Test
  void a_gradient_of_half_the_size_is_found() {
    Optimizer halved =
        parameters -> {
          parameters.forEach(p -> p.setGradient(p.gradient().times(0.5f)));
          DESCENT.step(parameters);
        };
    assertBad(by(NOTES, halved), "gradients are right", "they differ from the loss's slope by 50");
  }

  @Test
  void tapes_that_are_kept_are_a_leak() {
    var kept = new ArrayList<TensorTape>();
    var leaks =
        training(
            NOTES,
            model ->
                part -> {
                  kept.add(new TensorTape());
                  return step(model, kept.getLast(), part, DESCENT);
                });
    assertBad(leaks, "no leaks", "of tape a step");
  }

  @Test
  void a_tape_that_is_not_cleared_grows() {
    var grows =
        training(
            NOTES,
            model -> {
              var one = new TensorTape();
              return part -> step(model, one, part, DESCENT);
            });
    assertBad(grows, "a step, a tape", "nodes at first");
  }

  @Test
  void a_rate_of_the_wrong_sign_neither_converges_nor_beats_its_baseline() {
    Optimizer uphill =
        parameters -> {
          for (var p : parameters) {
            p.value().assign(p.value().plus(p.gradient().times(0.1f)));
          }
        };
    var lines = lines(by(NOTES, uphill));
    assertBad(lines, "converges", "the mean loss falls from");
    assertBad(lines, "beats its baseline", "the baseline costs 0.693");
  }

  @Test
  void a_softmax_that_overflows_is_not_stable() {
    var naive =
        training(
            NOTES,
            model ->
                part -> {
                  model.parameters().forEach(Parameter::clearGradient);
                  var tape = new TensorTape();
                  var powers = model.forward(tape.constant(part.inputs())).exp();
                  var right = Tensor.zeros(part.size(), 2);
                  for (int i = 0; i < part.size(); i++) {
                    right.set(1, i, part.labels()[i]);
                  }
                  var shares = powers.times(tape.constant(right)).sum(1).div(powers.sum(1));
                  var loss = shares.log().mean().neg();
                  tape.backward(loss);
                  DESCENT.step(model.parameters());
                  return loss.value().item();
                });
    assertBad(naive, "numerically stable", "weights 1000 times as large");
  }

  @Test
  void clipping_that_always_clips_is_found() {
    Optimizer clipped =
        parameters -> {
          Clipping.byGlobalNorm(parameters, 1e-3);
          DESCENT.step(parameters);
        };
    assertBad(by(NOTES, clipped), "clipping leaves most steps alone", "in 24 of 24 steps");
  }

  @Test
  void norms_that_are_no_numbers_are_not_left_alone() {
    Optimizer nowhere =
        parameters -> parameters.forEach(p -> p.setGradient(p.gradient().times(Float.NaN)));
    assertBad(by(NOTES, nowhere), "clipping leaves most steps alone", "NaN");
  }

  @Test
  void a_point_that_throws_costs_no_other() {
    for (var thrown : List.of(new NullPointerException(), new StackOverflowError())) {
      Optimizer throwing =
          _ -> {
            if (thrown instanceof Error error) {
              throw error;
            }
            throw (RuntimeException) thrown;
          };
      var lines = lines(by(NOTES, throwing));
      assertBad(lines, "no leaks", "it threw " + thrown.getClass().getName());
      assertThat(requireNonNull(lines.get("is watched")).state()).isEqualTo(State.DONE);
    }
  }

  @Test
  void a_value_that_backward_needs_and_that_was_written_over_is_found() {
    var inPlace =
        training(
            NOTES,
            model ->
                part -> {
                  model.parameters().forEach(Parameter::clearGradient);
                  var tape = new TensorTape();
                  var x = model.forward(tape.constant(part.inputs()));
                  var squares = x.times(x);
                  x.value().assign(Tensor.scalar(0)); // x is what backward needs
                  var loss = squares.mean();
                  tape.backward(loss);
                  DESCENT.step(model.parameters());
                  return loss.value().item();
                });
    assertBad(inPlace, "backward finds its values", "");
  }

  @Test
  void a_batch_size_that_changes_nothing_does_not_apply() {
    var moons = sound(NOTES);
    var single =
        new CheckedTraining<>(
            "one by one", 1, _ -> moons.start().apply(1), moons.baseline(), NOTES);
    assertThat(line(single, "batch sizes").state()).isEqualTo(State.NOT_APPLICABLE);
  }

  @Test
  void a_model_that_only_knows_the_shares_of_the_classes_does_not_beat_the_baseline() {
    var constant = ConstantPredictor.of(3, 0, 0, 0, 2);
    assertThat(constant.loss(0, 2)).as("(−ln ¾ − ln ¼)/2").isCloseTo(0.8370, within(1e-4));
    assertThat(constant.loss(1)).as("a class that never came").isInfinite();
    var moons = sound(NOTES);
    var shares =
        new CheckedTraining<>(
            "shares",
            16,
            n ->
                new TrainingStep<>(
                    "shares",
                    moons.start().apply(n).data(),
                    moons.baseline(),
                    moons.fresh().parameters()),
            moons.baseline(),
            NOTES);
    assertBad(shares, "beats its baseline", "costs 0.693, and the model 0.693 on the same batches");
  }
}
