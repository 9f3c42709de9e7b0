package tapeline.laboratory.compress;

import static java.util.Objects.requireNonNull;
import static tapeline.toolkit.TextTable.number;
import static tapeline.toolkit.TextTable.percent;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import tapeline.laboratory.compress.SweepTraining.Curve;
import tapeline.laboratory.output.OutputFolder;
import tapeline.toolkit.Charts;
import tapeline.toolkit.TextTable;

/// How far does a training get with gradients in fewer bytes, by steps and by bytes, with error
/// feedback and without? Four workers, 06's perceptron. `./tapeline run GradientSweep`
public final class GradientSweep {
  private static final int WORKERS = 4;
  private static final int STEPS = 1000;
  private static final int SEEDS = 3;
  private static final double RATE = 0.3;

  private GradientSweep() {}

  static void main() throws IOException {
    var curves = new LinkedHashMap<String, Curve>();
    for (var method : ExchangeMethod.all()) {
      curves.put(method.name(), SweepTraining.run(method, WORKERS, STEPS, RATE, 1));
    }
    var exact = requireNonNull(curves.get(ExchangeMethod.EXACT.name()));
    var table =
        TextTable.of("exchange", "loss", "of exact's", "accuracy", "bytes a step", "of exact's");
    curves.forEach((name, curve) ->
        table.row(
            name,
            number(curve.last().loss(), 3),
            number(curve.last().loss() / exact.last().loss(), 3),
            percent(curve.accuracy(), 2),
            "" + curve.last().bytes() / STEPS,
            percent((double) curve.last().bytes() / exact.last().bytes(), 2)));
    IO.println(
        table.note(
            "%d workers, %d steps, rate %s falling to 0; bytes are those that one worker sends"
                .formatted(WORKERS, STEPS, RATE)));
    write(curves);
    IO.println(target(ExchangeMethod.topFed(), 2));
    IO.println(target(ExchangeMethod.topSteps(), 2));
    IO.println(target(ExchangeMethod.topFalling(), 2));
    IO.println(target(ExchangeMethod.topSteps(), WORKERS));
    IO.println(BadlyScaled.table());
  }

  /// Top 1 % with feedback beside the exact exchange: the loss in as many steps, the loss in as
  /// many bytes, and the steps until it is within 2 % of exact's.
  private static TextTable target(ExchangeMethod method, int workers) {
    var table =
        TextTable.of(
            method.name(),
            "exact, loss",
            "as many steps",
            "of the bytes",
            "exact in 5 % of them",
            "this one in 5 %",
            "steps to 102 %",
            "bytes to 102 %");
    for (int seed = 1; seed <= SEEDS; seed++) {
      var exact = SweepTraining.run(ExchangeMethod.EXACT, workers, STEPS, RATE, seed).last();
      var same = SweepTraining.run(method, workers, STEPS, RATE, seed).last();
      double share = (double) same.bytes() / exact.bytes();
      var few = SweepTraining.run(ExchangeMethod.EXACT, workers, STEPS / 20, RATE, seed).last();
      var many = SweepTraining.run(method, workers, (int) (STEPS / 20 / share), RATE, seed).last();
      var steps = stepsTo(1.02 * exact.loss(), method, workers, seed);
      table.row(
          "seed " + seed,
          number(exact.loss(), 4),
          percent(same.loss() / exact.loss(), 1),
          percent(share, 2),
          percent(few.loss() / exact.loss(), 0),
          percent(many.loss() / exact.loss(), 1),
          steps.isPresent() ? "" + steps.getAsInt() : "more than " + 2 * STEPS,
          steps.isPresent() ? percent(share * steps.getAsInt() / STEPS, 2) : "–");
    }
    return table.note(
        "%d workers, exact has %d steps; losses in parts of its loss".formatted(workers, STEPS));
  }

  /// The fewest steps, in tenths of exact's, with this loss or less; empty when twice exact's do
  /// not do.
  private static OptionalInt stepsTo(double loss, ExchangeMethod method, int workers, long seed) {
    return IntStream.rangeClosed(1, 20)
        .map(tenths -> tenths * STEPS / 10)
        .filter(
            steps -> SweepTraining.run(method, workers, steps, RATE, seed).last().loss() <= loss)
        .findFirst();
  }

  private static void write(Map<String, Curve> curves) throws IOException {
    var folder = OutputFolder.of("compress");
    Files.createDirectories(folder);
    var bySteps = Charts.logY("loss against steps", "step", "loss");
    var byBytes = Charts.logLog("loss against bytes", "bytes of a worker", "loss");
    curves.forEach((name, curve) -> {
      var loss = curve.curve().stream().mapToDouble(SweepTraining.Point::loss).toArray();
      var steps = curve.curve().stream().mapToDouble(SweepTraining.Point::step).toArray();
      var bytes = curve.curve().stream().mapToDouble(SweepTraining.Point::bytes).toArray();
      Charts.line(bySteps, name, steps, loss);
      Charts.line(byBytes, name, bytes, loss);
    });
    Charts.write(bySteps, folder.resolve("loss-steps.png"));
    Charts.write(byBytes, folder.resolve("loss-bytes.png"));
    IO.println("wrote loss-steps.png and loss-bytes.png in " + folder);
  }
}
