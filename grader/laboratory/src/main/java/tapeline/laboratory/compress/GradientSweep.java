package tapeline.laboratory.compress;

import static java.util.Objects.requireNonNull;
import static tapeline.toolkit.TextTable.number;
import static tapeline.toolkit.TextTable.percent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tapeline.laboratory.compress.SweepTraining.Curve;
import tapeline.toolkit.Charts;
import tapeline.toolkit.TextTable;

/// How far does a training get with gradients in fewer bytes, by steps and by bytes, with error
/// feedback and without? Four workers, 06's perceptron. `./tapeline run GradientSweep`
public final class GradientSweep {
  private static final int WORKERS = 4;
  private static final int STEPS = 1000;
  private static final double RATE = 0.3;

  private GradientSweep() {}

  static void main() throws IOException {
    var curves = new LinkedHashMap<String, Curve>();
    for (var way : GradientWay.all()) {
      curves.put(way.name(), SweepTraining.run(way, WORKERS, STEPS, RATE, 1));
    }
    var exact = requireNonNull(curves.get(GradientWay.EXACT.name()));
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
    IO.println(target());
    write(curves);
  }

  /// Top 1 % with feedback beside the exact exchange, in as many steps and in a quarter more: is
  /// the loss within 2 % of exact's, in at most 5 % of its bytes?
  private static TextTable target() {
    var table =
        TextTable.of("seed", "exact, loss", "as many steps", "a quarter more", "of the bytes");
    for (int seed = 1; seed <= 3; seed++) {
      var exact = SweepTraining.run(GradientWay.EXACT, 2, STEPS, RATE, seed).last();
      var same = SweepTraining.run(GradientWay.topFed(), 2, STEPS, RATE, seed).last();
      var more = SweepTraining.run(GradientWay.topFed(), 2, 5 * STEPS / 4, RATE, seed).last();
      table.row(
          "" + seed,
          number(exact.loss(), 4),
          percent(same.loss() / exact.loss(), 1),
          percent(more.loss() / exact.loss(), 1),
          percent((double) more.bytes() / exact.bytes(), 2));
    }
    return table.note("2 workers, %d steps; top 1 %% with feedback".formatted(STEPS));
  }

  private static void write(Map<String, Curve> curves) throws IOException {
    var folder = Path.of(System.getProperty("tapeline.root", "")).resolve("grader/target/compress");
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
