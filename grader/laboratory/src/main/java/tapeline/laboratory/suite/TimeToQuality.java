package tapeline.laboratory.suite;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import tapeline.bench.stats.Interval;
import tapeline.toolkit.TextTable;

/// How long training takes until a model is good enough, over seeds: what MLPerf Training measures
/// (Mattson et al., MLSys 2020, arXiv 1910.01500). Fast steps that learn little do not help here.
///
/// It is the end-to-end measurement beside those of single ops and of layers, so the clock goes
/// from the first look at the data's file on: a training that reads its data slowly takes long.
///
/// A run that does not get there is *censored*: it would have taken longer than it had, and how
/// long is not known. Leaving it out would make a bad recipe look good. So the middle run stands
/// for all, and its interval rests on ranks: a run that took too long is the last, however long it
/// would have taken.
///
/// @param recipe what was trained, and how
/// @param target the accuracy to get to, from 0 to 1
/// @param limit epochs after which a run is given up
/// @param runs one a seed
public record TimeToQuality(String recipe, double target, int limit, List<Run> runs) {
  /// A training.
  ///
  /// @param epochs that it had
  /// @param examples that it saw
  /// @param seconds that it took, reading the data and looking at the accuracy included
  /// @param accuracy at its end
  /// @param reached whether that is enough
  public record Run(
      long seed, int epochs, long examples, double seconds, double accuracy, boolean reached) {}

  /// A model in training.
  ///
  /// @param epoch trains for one epoch more, and returns the accuracy after it
  /// @param examples in an epoch
  public record Training(DoubleSupplier epoch, int examples) {}

  /// @throws IllegalArgumentException when there is no run
  public TimeToQuality {
    runs = List.copyOf(runs);
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("time to quality is asked of seeds, got none");
    }
  }

  /// Trains until the accuracy is reached, or the limit.
  ///
  /// @param from reads the data and makes the model of a seed, while the clock goes
  /// @param nanos a clock
  public static Run run(
      LongFunction<Training> from, long seed, double target, int limit, LongSupplier nanos) {
    long start = nanos.getAsLong();
    var training = from.apply(seed);
    double accuracy = 0;
    int epochs = 0;
    while (epochs < limit && accuracy < target) {
      accuracy = training.epoch().getAsDouble();
      epochs++;
    }
    double seconds = (nanos.getAsLong() - start) / 1e9;
    long examples = (long) epochs * training.examples();
    return new Run(seed, epochs, examples, seconds, accuracy, accuracy >= target);
  }

  /// How many runs got there.
  public int reached() {
    return (int) runs.stream().filter(Run::reached).count();
  }

  /// The middle run's; infinite when it did not get there.
  public double median(ToDoubleFunction<Run> cost) {
    double[] x = sorted(cost);
    return (x[(x.length - 1) / 2] + x[x.length / 2]) / 2;
  }

  /// The [MedianInterval].
  public Interval interval(ToDoubleFunction<Run> cost) {
    return MedianInterval.of(sorted(cost));
  }

  private double[] sorted(ToDoubleFunction<Run> cost) {
    double[] x =
        runs.stream()
            .mapToDouble(r -> r.reached() ? cost.applyAsDouble(r) : Double.POSITIVE_INFINITY)
            .toArray();
    Arrays.sort(x);
    return x;
  }

  /// A line for each recipe: medians and intervals; `∞` where too many runs did not get there.
  ///
  /// @param price of an hour of the machine, for the cost to quality that DAWNBench reports beside
  ///   the time (Coleman et al., NeurIPS 2017 workshop); NaN where none is stated
  public static TextTable table(List<TimeToQuality> all, double price) {
    var table =
        TextTable.of("recipe", "target", "reached", "epochs", "examples", "seconds", "cost");
    for (var t : all) {
      table.row(
          t.recipe,
          String.format(Locale.ROOT, "%.1f %%", 100 * t.target),
          "%d of %d".formatted(t.reached(), t.runs.size()),
          t.shown(Run::epochs),
          t.shown(Run::examples),
          t.shown(Run::seconds),
          Double.isNaN(price) ? "not stated" : t.shown(r -> r.seconds() / 3600 * price));
    }
    var first = all.getFirst();
    return table.note(
        "medians of the seeds, [%.1f %% interval]; ∞: not within %d epochs"
                .formatted(100 * first.interval(Run::epochs).level(), first.limit)
            + (Double.isNaN(price) ? "" : "; cost: at %s an hour".formatted(number(price))));
  }

  private String shown(ToDoubleFunction<Run> cost) {
    var interval = interval(cost);
    return "%s [%s, %s]"
        .formatted(number(median(cost)), number(interval.low()), number(interval.high()));
  }

  private static String number(double x) {
    return Double.isInfinite(x) ? "∞" : x >= 100 ? "" + Math.round(x) : TextTable.number(x, 3);
  }
}
