package tapeline.bench.stats;

/// Sums of many numbers to nearly the last digit.
///
/// A plain sum of n numbers loses up to n roundings; Neumaier's (ZAMM 54, 1974) carries what each
/// addition rounded away in a second number, and adds it at the end.
final class Sums {
  private double sum;
  private double lost;

  void add(double x) {
    double next = sum + x;
    lost += Math.abs(sum) >= Math.abs(x) ? (sum - next) + x : (x - next) + sum;
    sum = next;
  }

  double value() {
    return sum + lost;
  }

  static double of(double... xs) {
    var s = new Sums();
    for (double x : xs) {
      s.add(x);
    }
    return s.value();
  }
}
