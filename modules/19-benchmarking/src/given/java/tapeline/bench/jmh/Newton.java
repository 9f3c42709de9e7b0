package tapeline.bench.jmh;

/// Roots by six steps of Newton's method, in straight code: the time does not depend on the number.
public final class Newton {
  private Newton() {}

  /// The square root of a number near 1: `y ← (y + x/y)/2`, from `y = x`.
  public static double root(double x) {
    double y = x;
    y = (y + x / y) / 2;
    y = (y + x / y) / 2;
    y = (y + x / y) / 2;
    y = (y + x / y) / 2;
    y = (y + x / y) / 2;
    return (y + x / y) / 2;
  }

  /// The cube root of a number near 1: `y ← (2y + x/y²)/3`, from `y = x`.
  public static double cubeRoot(double x) {
    double y = x;
    y = (2 * y + x / (y * y)) / 3;
    y = (2 * y + x / (y * y)) / 3;
    y = (2 * y + x / (y * y)) / 3;
    y = (2 * y + x / (y * y)) / 3;
    y = (2 * y + x / (y * y)) / 3;
    return (2 * y + x / (y * y)) / 3;
  }
}
