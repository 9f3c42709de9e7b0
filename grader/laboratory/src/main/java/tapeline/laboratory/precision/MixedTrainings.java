package tapeline.laboratory.precision;

import static tapeline.toolkit.TextTable.number;
import static tapeline.toolkit.TextTable.percent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.DoubleStream;
import tapeline.autograd.TapeListener;
import tapeline.instruments.machine.SpeedInTurns;
import tapeline.precision.FloatFormat;
import tapeline.precision.GradientExponents;
import tapeline.precision.MixedTrainer;
import tapeline.toolkit.Charts;
import tapeline.toolkit.TextTable;

/// A comparison of 06's perceptron, 08's convolutions and 09's transformer in float32, bfloat16,
/// and float16 with and without a scaled loss: quality from several seeds, the bytes that a step
/// holds, the time of a step measured in turns, and the size of gradients. `./tapeline run
/// MixedTrainings`
public final class MixedTrainings {
  private static final Path FOLDER =
      Path.of(System.getProperty("tapeline.root", "")).resolve("grader/target/precision");

  private static final int SEEDS = 3;
  private static final int TURN = 3; // steps

  private final String name;
  private final LongFunction<PrecisionTask> task;
  private final boolean accuracy;

  private MixedTrainings(String name, boolean accuracy, LongFunction<PrecisionTask> task) {
    this.name = name;
    this.accuracy = accuracy;
    this.task = task;
  }

  /// A training's end.
  private record End(double quality, long kept, long peak, int skipped) {}

  static void main() throws IOException {
    Files.createDirectories(FOLDER);
    var tasks =
        List.of(
            new MixedTrainings("06 perceptron", true, PrecisionTask::perceptron),
            new MixedTrainings("08 convolutions", true, PrecisionTask::convolution),
            new MixedTrainings("09 characters", false, PrecisionTask::characters));
    for (var each : tasks) {
      IO.println(each.table());
      IO.println(each.exponents());
    }
  }

  private TextTable table() {
    var table =
        TextTable.of(
            name,
            accuracy ? "accuracy, mean" : "loss, mean",
            "least to most",
            "kept for backward",
            "of float32",
            "peak",
            "of float32",
            "skipped",
            "time of float32's");
    long plainKept = 0;
    long plainPeak = 0;
    for (var mode : TrainingMode.values()) {
      var ends = new ArrayList<End>();
      for (int seed = 1; seed <= SEEDS; seed++) {
        ends.add(train(mode, seed));
      }
      var quality = ends.stream().mapToDouble(End::quality).summaryStatistics();
      long kept = ends.getFirst().kept();
      long peak = ends.getFirst().peak();
      if (mode == TrainingMode.FLOAT32) {
        plainKept = kept;
        plainPeak = peak;
      }
      table.row(
          mode.title,
          text(quality.getAverage()),
          text(quality.getMin()) + " to " + text(quality.getMax()),
          "" + kept,
          percent((double) kept / plainKept, 1),
          "" + peak,
          percent((double) peak / plainPeak, 1),
          "" + ends.stream().mapToInt(End::skipped).sum(),
          time(mode));
    }
    return table.note("%d seeds".formatted(SEEDS));
  }

  private String text(double quality) {
    return accuracy ? percent(quality, 2) : number(quality, 5);
  }

  private End train(TrainingMode mode, long seed) {
    var all = task.apply(seed);
    var trainer = mode.trainer(all.parameters(), all.optimizer());
    var bytes = StepBytes.unlimited(all.parameters(), all.data());
    try (var _ = TapeListener.use(bytes)) {
      for (int step = 0; step < all.steps(); step++) {
        bytes.step();
        trainer.step(all.next().get());
      }
    }
    return new End(
        all.quality().getAsDouble(), bytes.kept(), bytes.peak(), trainer.scaler().skipped());
  }

  /// Steps in turns with those in float32, on models of their own.
  private String time(TrainingMode mode) {
    if (mode == TrainingMode.FLOAT32) {
      return "100 %";
    }
    var speed = SpeedInTurns.of(turn(TrainingMode.FLOAT32), turn(mode));
    return "%s (%s to %s)"
        .formatted(
            percent(1 / speed.median(), 0),
            percent(1 / speed.high(), 0),
            percent(1 / speed.low(), 0));
  }

  private Runnable turn(TrainingMode mode) {
    var all = task.apply(0);
    var trainer = mode.trainer(all.parameters(), all.optimizer());
    return () -> {
      for (int step = 0; step < TURN; step++) {
        trainer.step(all.next().get());
      }
    };
  }

  /// How large the gradients of a training in float32 are, and how many float16 would lose.
  private String exponents() throws IOException {
    var all = task.apply(1);
    var trainer = TrainingMode.FLOAT32.trainer(all.parameters(), all.optimizer());
    var heard = new GradientExponents();
    for (int step = 0; step < all.steps() / 5; step++) {
      step(trainer, all, step % 10 == 0 ? heard : TapeListener.NONE);
    }
    var file = FOLDER.resolve("exponents-%s.png".formatted(name.substring(0, 2)));
    Charts.write(heard.chart(name + ": gradients", FloatFormat.FLOAT16, 1), file);
    var lost =
        DoubleStream.of(1 / 64.0, 1, 65536)
            .mapToObj(s -> percent(heard.lost(FloatFormat.FLOAT16, (float) s), 2));
    return "gradients that become 0 in float16, scaled by 1/64, 1 and 65536: %s\nwrote %s"
        .formatted(String.join(", ", lost.toList()), file);
  }

  private static void step(MixedTrainer trainer, PrecisionTask all, TapeListener listener) {
    try (var _ = TapeListener.use(listener)) {
      trainer.step(all.next().get());
    }
  }
}
