package tapeline.laboratory.validation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import tapeline.bench.stats.NoiseModel;
import tapeline.bench.stats.SignFlip;
import tapeline.laboratory.validation.Design.Times;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.TextTable;

/// How often each rule says that A and B differ: where they are equal (false alarms, at most 5 %
/// are promised), and where B is 2 % slower (power).
///
/// @param experiments for each rule, noise and truth
public record TruthTable(
    int experiments,
    Map<DecisionRule, Map<NoiseModel, Double>> falseAlarms,
    Map<DecisionRule, Map<NoiseModel, Double>> power,
    Map<NoiseModel, Double> coverage) {
  private static final double SLOWER = 1.02;

  /// Runs the experiments: the same seed, the same table.
  public static TruthTable of(int experiments, long seed) {
    var alarms = new EnumMap<DecisionRule, Map<NoiseModel, Double>>(DecisionRule.class);
    var power = new EnumMap<DecisionRule, Map<NoiseModel, Double>>(DecisionRule.class);
    var coverage = new EnumMap<NoiseModel, Double>(NoiseModel.class);
    var random = new SplittableRandom(seed);
    var rules = DecisionRule.values();
    var noises = NoiseModel.values();
    try (var bar = ProgressBar.of("made-up times", rules.length + noises.length)) {
      for (var rule : rules) {
        alarms.put(rule, rates(rule, 1, experiments, random));
        power.put(rule, rates(rule, SLOWER, experiments, random));
        bar.step();
      }
      for (var noise : noises) {
        coverage.put(
            noise,
            Design.TURNS_OF_FORKS.rate(TruthTable::holdsTruth, noise, SLOWER, experiments, random));
        bar.step();
      }
    }
    return new TruthTable(experiments, alarms, power, coverage);
  }

  private static Map<NoiseModel, Double> rates(
      DecisionRule rule, double truth, int experiments, SplittableRandom random) {
    var rates = new EnumMap<NoiseModel, Double>(NoiseModel.class);
    for (var noise : NoiseModel.values()) {
      rates.put(noise, rule.design().rate(rule::differs, noise, truth, experiments, random));
    }
    return rates;
  }

  /// Returns whether the 95 % interval of the sign-flip test holds the true ratio.
  private static boolean holdsTruth(Times times) {
    return SignFlip.interval(0.95, times.logRatios()).contains(Math.log(SLOWER));
  }

  /// The Monte-Carlo error of a rate: half a 95 % interval.
  public double error(double rate) {
    return 1.96 * Math.sqrt(rate * (1 - rate) / experiments);
  }

  /// A line a rule, a column a noise: rates in percent.
  public TextTable table(Map<DecisionRule, Map<NoiseModel, Double>> rates) {
    var header = new ArrayList<>(List.of("rule"));
    for (var noise : NoiseModel.values()) {
      header.add(noise.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }
    var table = TextTable.of(header.toArray(String[]::new));
    rates.forEach((rule, ofRule) -> {
      var cells = new ArrayList<>(List.of(rule.toString()));
      ofRule.values().forEach(rate -> cells.add("%.1f".formatted(100 * rate)));
      table.row(cells.toArray(String[]::new));
    });
    return table;
  }

  /// Prints the tables of 1 000 experiments each.
  static void main() {
    var truth = of(1_000, 1);
    IO.println("false alarms, % of 1000 experiments with equal programs");
    IO.println(truth.table(truth.falseAlarms()));
    IO.println("power, % of 1000 experiments with one 2 % slower");
    IO.println(truth.table(truth.power()));
    IO.println("coverage of the sign-flip test's 95 % interval");
    truth
        .coverage()
        .forEach((noise, share) ->
            IO.println(
                "%-20s %.1f ± %.1f".formatted(noise, 100 * share, 100 * truth.error(share))));
  }
}
