package tapeline.nn;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import tapeline.toolkit.TextTable;

/// The result of training a classifier once.
///
/// @param model what was trained, for example `MLP 64-64-10`
/// @param seed what its randomness started from; the run can be repeated
/// @param epochs how often it saw the training examples
/// @param training accuracy on the examples it learnt from, from 0 to 1
/// @param test accuracy on those it never saw
/// @param seconds how long it took
public record TrainingRun(
    String model, long seed, int epochs, double training, double test, double seconds) {

  /// The runs as a table, and below it the mean and the worst test accuracy.
  public static String table(List<TrainingRun> runs) {
    var table = TextTable.of("model", "seed", "epochs", "training", "test", "seconds");
    for (var r : runs) {
      table.row(
          r.model,
          "" + r.seed,
          "" + r.epochs,
          TextTable.percent(r.training, 2),
          TextTable.percent(r.test, 2),
          String.format(Locale.ROOT, "%.2f", r.seconds));
    }
    return "%stest: mean %s, worst %s, of %d seeds\n"
        .formatted(
            table,
            TextTable.percent(tests(runs).average().orElse(Double.NaN), 2),
            TextTable.percent(tests(runs).min().orElse(Double.NaN), 2),
            runs.size());
  }

  private static DoubleStream tests(List<TrainingRun> runs) {
    return runs.stream().mapToDouble(TrainingRun::test);
  }
}
