package tapeline.laboratory.study;

import org.apache.commons.math3.stat.interval.WilsonScoreInterval;
import tapeline.bench.stats.Interval;

/// How many of so many: a share, and how far it can be trusted.
public record Rate(int count, int of) {
  /// @throws IllegalArgumentException unless 0 ≤ count ≤ of
  public Rate {
    if (count < 0 || count > of) {
      throw new IllegalArgumentException(
          "a rate is a count of at least as many, got %d of %d".formatted(count, of));
    }
  }

  /// The share; NaN of none.
  public double share() {
    return (double) count / of;
  }

  /// The 95 % interval of Wilson (*Journal of the American Statistical Association* 22, 1927): it
  /// has a width even where all or none were counted. From 0 to 1 of none.
  public Interval interval() {
    return interval(0.95);
  }

  /// Returns the Wilson score interval at a confidence level.
  public Interval interval(double level) {
    if (of == 0) {
      return new Interval(0, 1, level);
    }
    var wilson = new WilsonScoreInterval().createInterval(of, count, level);
    return new Interval(
        Math.max(0, wilson.getLowerBound()), Math.min(1, wilson.getUpperBound()), level);
  }

  /// For example `4.5 % [2.4, 8.3]`; `–` of none.
  @Override
  public String toString() {
    if (of == 0) {
      return "–";
    }
    var i = interval();
    return "%.1f %% [%.1f, %.1f]".formatted(100 * share(), 100 * i.low(), 100 * i.high());
  }
}
