package tapeline.bench.stats;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Where the variance of nested measurements comes from, and how often each level should be
/// repeated: Kalibera and Jones, *Rigorous benchmarking in reasonable time*, ISMM 2013.
///
/// Level 0 are single measurements, level 1 processes, level 2 builds, and so on.
///
/// @param variances `T²ᵢ`: what level i itself adds; may be below 0, for none
public record Levels(double[] variances) {

  /// From measurements in forks: `forks[f]` are those of fork f, equally many.
  public static Levels of(double[]... forks) {
    double within = 0;
    var means = new double[forks.length];
    for (int f = 0; f < forks.length; f++) {
      var sample = Sample.of(forks[f]);
      means[f] = sample.mean();
      within += sample.variance() / forks.length;
    }
    return new Levels(
        new double[] {within, Sample.of(means).variance() - within / forks[0].length});
  }

  /// How often level i is to be repeated within one of level i + 1: `√(cᵢ₊₁/cᵢ · T²ᵢ/T²ᵢ₊₁)`.
  ///
  /// @param costs what one more of each level costs, in one unit
  public double[] repetitions(double... costs) {
    if (costs.length != variances.length) {
      throw new IllegalArgumentException(
          "each of %d levels has a cost, got %d".formatted(variances.length, costs.length));
    }
    return IntStream.range(0, costs.length - 1)
        .mapToDouble(i -> Math.sqrt(costs[i + 1] / costs[i] * variances[i] / variances[i + 1]))
        .toArray();
  }

  @Override
  public String toString() {
    return "Levels" + Arrays.toString(variances);
  }
}
