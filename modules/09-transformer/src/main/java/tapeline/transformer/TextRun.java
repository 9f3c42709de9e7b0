package tapeline.transformer;

import java.util.List;
import java.util.Locale;
import tapeline.toolkit.TextTable;

/// The result of training a model on a text once. Losses and entropies are in nats a character.
///
/// @param seed what its randomness started from; the run can be repeated
/// @param steps how many batches it saw
/// @param training the loss on text that it learnt from
/// @param validation the loss on text that it never saw
/// @param unigram the entropy of the text's characters: what it must beat
/// @param seconds how long it took
/// @param model what came out
public record TextRun(
    long seed,
    int steps,
    double training,
    double validation,
    double unigram,
    double seconds,
    CharModel model) {

  /// The runs as a table, and below it the mean and the worst validation loss.
  public static String table(List<TextRun> runs) {
    var table = TextTable.of("seed", "steps", "training", "validation", "unigram", "seconds");
    for (var r : runs) {
      table.row(
          "" + r.seed,
          "" + r.steps,
          number(r.training, 3),
          number(r.validation, 3),
          number(r.unigram, 3),
          number(r.seconds, 1));
    }
    var losses = runs.stream().mapToDouble(TextRun::validation).summaryStatistics();
    return "%svalidation: mean %s, worst %s, of %d seeds\n"
        .formatted(table, number(losses.getAverage(), 3), number(losses.getMax(), 3), runs.size());
  }

  private static String number(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
