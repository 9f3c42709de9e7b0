package tapeline.laboratory.validation;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import tapeline.bench.stats.Interval;
import tapeline.bench.stats.NoiseModel;

/// A promise of the harness about itself, and what was found.
///
/// @param what is promised
/// @param found the share, and its interval
/// @param verdict `held`; `within the error`, where the share is on the wrong side and its interval
///   is not; `missed`; or how much is still to be measured
public record Requirement(String what, String found, String verdict) {

  /// At most 5 % of comparisons of equal programs call them different.
  static Requirement alarms(String what, Rate rate, int wanted) {
    return of(what, rate, rate.share() <= 0.05, rate.interval().low() <= 0.05, wanted);
  }

  /// Of comparisons with planted work, 90 % or more find it in time.
  static Requirement power(String what, Rate rate, int wanted) {
    return of(what, rate, rate.share() >= 0.9, rate.interval().high() >= 0.9, wanted);
  }

  private static Requirement of(String what, Rate rate, boolean held, boolean within, int wanted) {
    var found = "%s of %d".formatted(rate, rate.of());
    return new Requirement(
        what,
        found,
        rate.of() < wanted ? "not shown: %d are wanted".formatted(wanted) : verdict(held, within));
  }

  private static String verdict(boolean held, boolean within) {
    return held ? "held" : within ? "within the error" : "missed";
  }

  /// At most 5 % under each kind of noise. The worst of ten is judged as the worst of ten: by an
  /// interval at 99.5 %.
  static Requirement simulatedAlarms(TruthTable table) {
    var rates = table.falseAlarms(DecisionRule.SIGN_FLIP);
    var worst = extreme(rates, Map.Entry::getValue);
    var rate = rate(worst.getValue(), table);
    return new Requirement(
        "made up: equal programs called different, at most 5 %, the worst of ten noises",
        "%s of %d, %s".formatted(rate, rate.of(), words(worst.getKey())),
        verdict(rate.share() <= 0.05, ofTen(rate).low() <= 0.05));
  }

  /// From 94 to 97 % of the intervals hold the truth, under each kind of noise.
  static Requirement coverage(TruthTable table) {
    var least = extreme(table.coverage(), e -> -e.getValue());
    var most = extreme(table.coverage(), Map.Entry::getValue);
    var low = rate(least.getValue(), table);
    var high = rate(most.getValue(), table);
    return new Requirement(
        "made up: 95 % intervals that hold the truth, 94 to 97 %, the extremes of ten",
        "%.1f %%, %s, to %.1f %%, %s (± %.1f)"
            .formatted(
                100 * low.share(),
                words(least.getKey()),
                100 * high.share(),
                words(most.getKey()),
                100 * low.interval().halfWidth()),
        verdict(
            low.share() >= 0.94 && high.share() <= 0.97,
            ofTen(low).high() >= 0.94 && ofTen(high).low() <= 0.97));
  }

  private static Map.Entry<NoiseModel, Double> extreme(
      Map<NoiseModel, Double> rates, ToDoubleFunction<Map.Entry<NoiseModel, Double>> by) {
    return List.copyOf(rates.entrySet()).stream().max(Comparator.comparingDouble(by)).orElseThrow();
  }

  private static Rate rate(double share, TruthTable table) {
    return new Rate((int) Math.round(share * table.experiments()), table.experiments());
  }

  private static Interval ofTen(Rate rate) {
    return rate.interval(1 - 0.05 / NoiseModel.values().length);
  }

  static String words(NoiseModel noise) {
    return noise.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }
}
