package tapeline.check;

import java.util.function.DoubleUnaryOperator;

/// Slopes of a function from its values alone: what a gradient is checked against.
///
/// Each difference divides by the step that was really taken. `x + h` is rounded to a double, so at
/// x = 1e8 a step of 1e-7 becomes 1.04e-7, and dividing by the step that was meant would be 4 % off
/// (Press et al., *Numerical Recipes*, 3rd ed., §5.7).
public final class Differences {
  /// The gap between 1 and the next double, 2⁻⁵². Half of it, `u = 2⁻⁵³`, bounds the relative error
  /// of one rounding.
  public static final double EPSILON = Math.ulp(1.0);

  private Differences() {}

  /// The forward difference `(f(x + h) − f(x)) / h`: error `h/2·|f″|`. Two evaluations of f.
  ///
  /// @throws IllegalArgumentException when h is not positive or is lost beside x
  public static double forward(DoubleUnaryOperator f, double x, double h) {
    requireStep(x, h);
    double right = x + h;
    return (f.applyAsDouble(right) - f.applyAsDouble(x)) / (right - x);
  }

  /// The backward difference `(f(x) − f(x − h)) / h`: error `h/2·|f″|`. Two evaluations of f.
  ///
  /// @throws IllegalArgumentException when h is not positive or is lost beside x
  public static double backward(DoubleUnaryOperator f, double x, double h) {
    requireStep(x, h);
    double left = x - h;
    return (f.applyAsDouble(x) - f.applyAsDouble(left)) / (x - left);
  }

  /// The central difference `(f(x + h) − f(x − h)) / 2h`: error `h²/6·|f‴|`, since the terms with
  /// f″ on the two sides cancel. Two evaluations of f, none of them at x.
  ///
  /// @throws IllegalArgumentException when h is not positive or is lost beside x
  public static double central(DoubleUnaryOperator f, double x, double h) {
    requireStep(x, h);
    // BEGIN SOLUTION 02.1 "central difference" 15 points, core
    double right = x + h;
    double left = x - h;
    return (f.applyAsDouble(right) - f.applyAsDouble(left)) / (right - left);
    // STUB // TODO 02.1 — 3 lines. (f(x + h) − f(x − h)) / 2h, from two evaluations of f.
    // STUB // x + h and x − h are rounded: how far apart are the two points really?
    // STUB throw new Todo("02.1", "central difference");
    // END SOLUTION
  }

  /// The step to take at x when nothing is known of f: `∛ε · max(1, |x|)`, about 6e-6 for small x.
  ///
  /// It balances truncation against round-off for a function that is about as large as its third
  /// derivative (Nocedal and Wright, *Numerical Optimization*, 2nd ed., §8.1); [StepSweep] shows
  /// what happens on either side of it.
  public static double step(double x) {
    return Math.cbrt(EPSILON) * Math.max(1, Math.abs(x));
  }

  /// An estimate of f‴(x) with an error of `O(h²)`, good to some six digits for |x| below 2 where f
  /// and its derivatives are alike in size, to fewer farther out. Four evaluations: `(f(x + 2h) −
  /// 2f(x + h) + 2f(x − h) − f(x − 2h)) / 2h³` with `h = ε^⅕ · max(1, |x|)`.
  public static double third(DoubleUnaryOperator f, double x) {
    double h = Math.pow(EPSILON, 0.2) * Math.max(1, Math.abs(x));
    double outer = f.applyAsDouble(x + 2 * h) - f.applyAsDouble(x - 2 * h);
    double inner = f.applyAsDouble(x + h) - f.applyAsDouble(x - h);
    return (outer - 2 * inner) / (2 * h * h * h);
  }

  private static void requireStep(double x, double h) {
    if (!(x - h < x && x < x + h)) {
      throw new IllegalArgumentException(
          "a difference needs x − h < x < x + h, got x = %s, h = %s; doubles at x are %s apart"
              .formatted(x, h, Math.ulp(x)));
    }
  }
}
