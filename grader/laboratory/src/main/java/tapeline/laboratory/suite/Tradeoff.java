package tapeline.laboratory.suite;

import java.util.List;
import java.util.Locale;
import tapeline.bench.Pareto;
import tapeline.bench.stats.Interval;
import tapeline.toolkit.TextTable;

/// The accuracy of a model, and its costs.
///
/// @param name of the model
/// @param parameters numbers that it has learnt
/// @param products multiplications, each with an addition, for one example
/// @param accuracy share of examples that it gets right, from 0 to 1
/// @param nanos how long one example takes
/// @param error how far the share of wrong ones is known
/// @param time how far the time is known
public record Tradeoff(
    String name,
    long parameters,
    long products,
    double accuracy,
    double nanos,
    Interval error,
    Interval time) {

  /// One whose accuracy and time are known exactly.
  public Tradeoff(String name, long parameters, long products, double accuracy, double nanos) {
    this(
        name,
        parameters,
        products,
        accuracy,
        nanos,
        Interval.exactly(1 - accuracy),
        Interval.exactly(nanos));
  }

  /// @throws IllegalArgumentException unless costs are above 0 and the accuracy is from 0 to 1
  public Tradeoff {
    boolean costs = parameters > 0 && products > 0 && nanos > 0;
    if (!costs || !(accuracy >= 0 && accuracy <= 1)) {
      throw new IllegalArgumentException(
          "a model costs something and is right in 0 to 1 of the cases, got %d, %d, %s and %s of %s"
              .formatted(parameters, products, accuracy, nanos, name));
    }
  }

  /// How many times fewer parameters than the original's: `a/a*`, without a unit (Cheng et al., *A
  /// survey of model compression and acceleration for deep neural networks*, arXiv 1710.09282).
  public double compressionRatio(Tradeoff original) {
    return (double) original.parameters / parameters;
  }

  /// How many times less time than the original, `s/s*`, from the same survey.
  public double speedUp(Tradeoff original) {
    return original.nanos / nanos;
  }

  /// `speed-up · compression / (1 + |Δaccuracy|)` beside the original, accuracies as shares.
  ///
  /// The absolute value punishes a gain of accuracy as much as a loss: five points more and five
  /// points fewer have the same efficiency. And five points are worth 4.8 % of it, whatever they
  /// are worth to those who use the model. It is shown because it is met; a [Pareto] front keeps
  /// the three numbers apart.
  public double efficiency(Tradeoff original) {
    return speedUp(original)
        * compressionRatio(original)
        / (1 + Math.abs(accuracy - original.accuracy));
  }

  /// The NetScore `20·log₁₀(a²/(√p·√m))` in decibels: accuracy a in percent, parameters p in
  /// millions, products m in thousand millions (Wong, *NetScore*, arXiv 1806.05512). Twice the
  /// parameters cost 3 dB. It weighs one against the other as its author did: another weight,
  /// another winner. A [Pareto] front needs none.
  public double netScore() {
    double percent = 100 * accuracy;
    return 20 * Math.log10(percent * percent / Math.sqrt(parameters / 1e6 * (products / 1e9)));
  }

  /// Returns this model as a choice between parameters, errors and time.
  public Pareto.Choice choice() {
    return new Pareto.Choice(name, Interval.exactly((double) parameters), error, time);
  }

  /// A line a model, the first being the original; the last column says which are on the front, and
  /// which may be, as far as errors and times are known.
  ///
  /// @throws IllegalArgumentException when there is none
  public static TextTable table(List<Tradeoff> models) {
    if (models.isEmpty()) {
      throw new IllegalArgumentException("trade-offs are between models, got none");
    }
    var original = models.getFirst();
    var choices = models.stream().map(Tradeoff::choice).toList();
    var sure = Pareto.sure(choices).stream().map(Pareto.Choice::name).toList();
    var possible = Pareto.front(choices).stream().map(Pareto.Choice::name).toList();
    // spotless:off
    var table = TextTable.of("model", "parameters", "fewer", "accuracy", "latency, µs", "faster", "efficiency", "NetScore, dB", "Pareto");
    // spotless:on
    for (var m : models) {
      table.row(
          m.name,
          Long.toString(m.parameters),
          decimals(m.compressionRatio(original), 2) + "×",
          decimals(100 * m.accuracy, 1) + " %",
          TextTable.number(m.nanos / 1e3, 3),
          decimals(m.speedUp(original), 2) + "×",
          decimals(m.efficiency(original), 2),
          decimals(m.netScore(), 1),
          sure.contains(m.name) ? "front" : possible.contains(m.name) ? "may be" : "");
    }
    return table
        .note("fewer, faster: than " + original.name)
        .note(
            "efficiency: fewer · faster / (1 + |Δaccuracy|), which punishes gains of accuracy, too");
  }

  private static String decimals(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
