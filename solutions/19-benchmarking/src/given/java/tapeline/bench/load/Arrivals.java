package tapeline.bench.load;

import java.util.random.RandomGenerator;

/// When queries are due.
public final class Arrivals {
  private Arrivals() {}

  /// The times, in nanoseconds from the start, of a Poisson process: between two arrivals lie
  /// independent times with the exponential distribution, `−ln(1 − u)/rate` for u uniform from 0 to
  /// 1.
  ///
  /// @param rate arrivals a second, on average
  public static long[] poisson(double rate, int n, RandomGenerator random) {
    if (!(rate > 0)) {
      throw new IllegalArgumentException("a rate is above 0 a second, got " + rate);
    }
    var due = new long[n];
    double seconds = 0;
    for (int i = 0; i < n; i++) {
      seconds -= Math.log1p(-random.nextDouble()) / rate;
      due[i] = Math.round(1e9 * seconds);
    }
    return due;
  }
}
