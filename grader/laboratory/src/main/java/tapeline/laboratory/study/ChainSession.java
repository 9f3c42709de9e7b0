package tapeline.laboratory.study;

import java.util.List;
import java.util.function.Supplier;
import tapeline.autograd.TapeListener;
import tapeline.compress.FlatGradient;
import tapeline.data.Dataset;
import tapeline.instruments.machine.SpeedInTurns;
import tapeline.laboratory.precision.StepBytes;
import tapeline.memory.PlannedChain;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.precision.MixedTrainer;

/// Training steps of a chain of layers on one batch, by a way.
final class ChainSession {
  private static final float RATE = 1e-4f;

  private final PlannedChain model;
  private final MixedTrainer trainer;
  private final Dataset batch;
  private final ChainWay way;

  /// @throws IllegalArgumentException when the parts are not of one size
  ChainSession(List<Layer> layers, Dataset batch, ChainWay way) {
    if (batch.size() % way.parts() != 0) {
      throw new IllegalArgumentException(
          "parts are of one size, got %d of %d rows".formatted(way.parts(), batch.size()));
    }
    this.batch = batch;
    this.way = way;
    model = new PlannedChain(layers, way.plan());
    trainer = way.mode().trainer(parameters(), new Adam(Schedule.constant(RATE)));
  }

  List<Parameter> parameters() {
    return model.parameters();
  }

  /// A step; the loss before it.
  double step() {
    return trainer.step(MixedTrainer.parts(model, batch, batch.size() / way.parts()));
  }

  /// The result of a first step.
  ///
  /// @param bytes that tapes hold at most, and gradients gathered from earlier parts
  record First(double loss, long bytes, float[] gradient) {}

  /// @throws IllegalStateException when the step would hold more bytes than `budget`
  First first(long budget) {
    var bytes = new StepBytes(parameters(), List.of(batch.inputs()), budget);
    try (var _ = TapeListener.use(bytes)) {
      bytes.step();
      double loss = step();
      return new First(loss, bytes.peak(), FlatGradient.of(parameters()));
    }
  }

  /// How many times as fast steps are as those of another, in turns.
  static SpeedInTurns speed(Supplier<ChainSession> baseline, Supplier<ChainSession> contender) {
    var one = baseline.get();
    var other = contender.get();
    return SpeedInTurns.of(one::step, other::step);
  }
}
