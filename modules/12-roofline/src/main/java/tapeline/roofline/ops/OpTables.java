package tapeline.roofline.ops;

import java.util.List;
import java.util.Locale;
import tapeline.roofline.PredictionScore;
import tapeline.toolkit.TextTable;

/// Costs and speeds of ops, as tables.
public final class OpTables {
  private OpTables() {}

  /// The cost of each by formula; `moved` are the bytes that its passes move together, as a
  /// multiple of reading the operands and writing the result once.
  public static TextTable costs(List<OpResult> results) {
    var table = TextTable.of("op", "operands", "MFLOP", "KiB", "moved", "FLOP/B");
    for (var result : results) {
      var trial = result.trial();
      table.row(
          trial.label(),
          trial.shapes(),
          TextTable.number(trial.least().flops() / 1e6, 3),
          TextTable.number(trial.least().bytes() / 1024.0, 3),
          "%s×".formatted(TextTable.number((double) trial.moved() / trial.least().bytes(), 2)),
          TextTable.number(result.point().intensity(), 3));
    }
    return table;
  }

  /// The speed of each under the roof, with the least and the most of several measurements.
  public static TextTable roofs(List<OpResult> results) {
    var table =
        TextTable.of(
            "op",
            "bound",
            "roof GFLOP/s",
            "attained",
            "least–most",
            "of roof",
            "what to do",
            "at most");
    for (var result : results) {
      var calls = result.calls();
      double each = result.trial().least().flops() / 1e9;
      table.row(
          result.trial().label(),
          result.bound(),
          TextTable.number(result.roof().perSecond() / 1e9, 3),
          TextTable.number(each * calls.perSecond(), 3),
          "%s–%s"
              .formatted(
                  TextTable.number(each * calls.least(), 3),
                  TextTable.number(each * calls.most(), 3)),
          "%.0f %%".formatted(100 * result.floor() / result.seconds()),
          result.diagnosis().remedy().toString(),
          "%s×".formatted(TextTable.number(result.diagnosis().atMost(), 2)));
    }
    return table;
  }

  /// The predicted time of each beside the measured one, and the score of all.
  public static TextTable predictions(List<OpResult> results, LoopCeilings loops) {
    var table = TextTable.of("op", "predicted µs", "measured µs", "least–most", "error");
    var predicted = new double[results.size()];
    var measured = new double[results.size()];
    for (int i = 0; i < results.size(); i++) {
      var result = results.get(i);
      predicted[i] = loops.seconds(result.trial().passes());
      measured[i] = result.seconds();
      table.row(
          result.trial().label(),
          micros(predicted[i]),
          micros(measured[i]),
          "%s–%s".formatted(micros(1 / result.calls().most()), micros(1 / result.calls().least())),
          String.format(Locale.ROOT, "%+.0f %%", 100 * (predicted[i] / measured[i] - 1)));
    }
    var score = PredictionScore.of(predicted, measured);
    return table.note(
        String.format(
            Locale.ROOT,
            "median relative error of %d predictions: %.0f %%; %d are longer than measured",
            predicted.length,
            100 * score.medianError(),
            score.tooLong()));
  }

  private static String micros(double seconds) {
    return TextTable.number(seconds * 1e6, 3);
  }
}
