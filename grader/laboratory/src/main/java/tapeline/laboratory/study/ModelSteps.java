package tapeline.laboratory.study;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import tapeline.accel.VectorBackend;
import tapeline.autograd.TapeListener;
import tapeline.compress.FlatGradient;
import tapeline.data.Dataset;
import tapeline.instruments.machine.SpeedInTurns;
import tapeline.laboratory.precision.StepBytes;
import tapeline.laboratory.precision.TrainingMode;
import tapeline.memory.PlannedChain;
import tapeline.nn.Layer;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.precision.MixedTrainer;
import tapeline.tensor.Backend;

/// Training steps of a model on one batch. Those of the plain engine go through modules 04 to 09
/// alone, those under a plan through 14 besides, those in bfloat16 through 15: a wrong answer in
/// one of these leaves the others' steps as they are.
record ModelSteps(Layer model, Dataset batch, Runnable step) {
  private static final float RATE = 1e-4f;
  private static final int WARM_UP = 200; // steps, until the JVM has compiled them

  static ModelSteps plain(TextLayers text) {
    return in32Bits(new Sequential(text.layers()), text.batch());
  }

  /// Returns steps under the plan with the fewest bytes.
  static ModelSteps planned(TextLayers text) {
    var layers = text.layers();
    var plan = ChainWay.smallest(layers, text.batch().inputs());
    return in32Bits(new PlannedChain(layers, plan), text.batch());
  }

  static ModelSteps inHalves(TextLayers text) {
    var model = new Sequential(text.layers());
    var batch = text.batch();
    var trainer = TrainingMode.BFLOAT16.trainer(model.parameters(), adam());
    return new ModelSteps(
        model, batch, () -> trainer.step(MixedTrainer.parts(model, batch, batch.size())));
  }

  private static ModelSteps in32Bits(Layer model, Dataset batch) {
    var trainer = new Trainer(model, adam(), batch.size(), new SplittableRandom(1));
    return new ModelSteps(model, batch, () -> trainer.step(batch));
  }

  private static Adam adam() {
    return new Adam(Schedule.constant(RATE));
  }

  /// Returns the bytes that the tape of a step holds at most.
  long bytes() {
    var bytes = StepBytes.unlimited(model.parameters(), List.of(batch.inputs()));
    try (var _ = TapeListener.use(bytes)) {
      bytes.step();
      step.run();
    }
    return bytes.peak();
  }

  /// Returns the gradient of a step.
  float[] gradient() {
    step.run();
    return FlatGradient.of(model.parameters());
  }

  /// Returns how many times as fast steps are as those of the plain engine, in turns.
  SpeedInTurns speed(TextLayers text) {
    return SpeedInTurns.of(plain(text).step, step);
  }

  /// Returns these steps on a backend, on vectors in the arrays of the step before; the JVM has
  /// compiled them.
  Runnable on(Backend backend) {
    Runnable on =
        () -> {
          try (var _ = Backend.use(backend);
              var _ = backend instanceof VectorBackend vectors ? vectors.step() : null) {
            step.run();
          }
        };
    IntStream.range(0, WARM_UP).forEach(_ -> on.run());
    return on;
  }
}
