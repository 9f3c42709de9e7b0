package tapeline.bench.stats;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/// Intervals from samples of the sample (Efron and Tibshirani, *An Introduction to the Bootstrap*,
/// 1993): for any statistic, from independent values, and not from fewer than about 20.
///
/// @param resamples how many samples are drawn, for example 2 000
/// @param seed of the draw: the same seed, the same interval
public record Bootstrap(int resamples, long seed) {

  /// Between the percentiles of the statistic over the resamples.
  public Interval percentile(Sample sample, ToDoubleFunction<Sample> statistic, double level) {
    var drawn = Sample.of(draw(sample, statistic));
    return new Interval(drawn.quantile((1 - level) / 2), drawn.quantile((1 + level) / 2), level);
  }

  /// Bias-corrected and accelerated: percentiles that are shifted by the resamples' bias and by the
  /// skewness that leaving out each value shows.
  public Interval bca(Sample sample, ToDoubleFunction<Sample> statistic, double level) {
    double[] drawn = draw(sample, statistic);
    double observed = statistic.applyAsDouble(sample);
    double below = Arrays.stream(drawn).filter(x -> x < observed).count();
    double ties = Arrays.stream(drawn).filter(x -> x == observed).count();
    double share = (below + ties / 2 + 0.5) / (drawn.length + 1);
    double bias = Normal.quantile(share);
    double a = acceleration(sample, statistic);
    var sorted = Sample.of(drawn);
    double low = bias + Normal.quantile((1 - level) / 2);
    double high = bias + Normal.quantile((1 + level) / 2);
    return new Interval(
        sorted.quantile(Normal.cdf(bias + low / (1 - a * low))),
        sorted.quantile(Normal.cdf(bias + high / (1 - a * high))),
        level);
  }

  private static double acceleration(Sample sample, ToDoubleFunction<Sample> statistic) {
    double[] x = sample.values();
    var without = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      var rest = new double[x.length - 1];
      System.arraycopy(x, 0, rest, 0, i);
      System.arraycopy(x, i + 1, rest, i, x.length - 1 - i);
      without[i] = statistic.applyAsDouble(Sample.of(rest));
    }
    double mean = Sums.of(without) / without.length;
    var squares = new Sums();
    var cubes = new Sums();
    for (double w : without) {
      squares.add((mean - w) * (mean - w));
      cubes.add((mean - w) * (mean - w) * (mean - w));
    }
    double spread = Math.pow(squares.value(), 1.5);
    return spread == 0 ? 0 : cubes.value() / (6 * spread);
  }

  private double[] draw(Sample sample, ToDoubleFunction<Sample> statistic) {
    var random = new SplittableRandom(seed);
    double[] x = sample.values();
    var drawn = new double[resamples];
    var again = new double[x.length];
    for (int k = 0; k < resamples; k++) {
      for (int i = 0; i < x.length; i++) {
        again[i] = x[random.nextInt(x.length)];
      }
      drawn[k] = statistic.applyAsDouble(Sample.of(again));
    }
    return drawn;
  }
}
