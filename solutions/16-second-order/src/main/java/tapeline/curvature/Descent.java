package tapeline.curvature;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.commons.math3.linear.RealVector;
import tapeline.curvature.SmoothFunction.Slope;

/// A descent: a direction, a step along it that lowers the function enough, and again.
///
/// Enough is Armijo's rule (1966): at least a ten-thousandth of what the slope promises. The whole
/// direction is tried first, then half of it, and so on. A model's parameters stay where the last
/// try was: write `x` into them when the descent has stalled.
///
/// @param x where it ended
/// @param values the function's, from the start on: one more than there were iterations
/// @param evaluations of value and gradient
/// @param stalled whether it ended because no step lowered the function
public record Descent(RealVector x, List<Double> values, int evaluations, boolean stalled) {
  private static final double ENOUGH = 1e-4;
  private static final int HALVINGS = 30;

  public Descent {
    values = List.copyOf(values);
  }

  public int iterations() {
    return values.size() - 1;
  }

  /// Returns the last value.
  public double value() {
    return values.getLast();
  }

  /// Descends until a point is `done`, at most so many iterations.
  ///
  /// @throws IllegalArgumentException when the function is not finite at the start, or its size
  ///   differs from that of the start
  /// @throws IllegalStateException when a direction does not lead downhill
  public static Descent of(
      SmoothFunction f, RealVector start, DescentMethod method, int most, Predicate<Slope> done) {
    Curvature.require(f.size(), start);
    var x = start;
    var here = f.at(x);
    if (!Double.isFinite(here.value()) || here.gradient().isNaN() || here.gradient().isInfinite()) {
      throw new IllegalArgumentException(
          "a descent starts where function and gradient are finite, got %s"
              .formatted(here.value()));
    }
    var values = new ArrayList<>(List.of(here.value()));
    int evaluations = 1;
    boolean stalled = false;
    while (!stalled && values.size() <= most && !done.test(here)) {
      var direction = method.direction(f, x, here.gradient());
      double slope = downhill(here.gradient().dotProduct(direction));
      stalled = true;
      double t = 1;
      for (int i = 0; stalled && i < HALVINGS; i++, t /= 2) {
        var step = direction.mapMultiply(t);
        var there = f.at(x.add(step));
        evaluations++;
        if (there.value() <= here.value() + ENOUGH * t * slope) { // never of NaN
          method.moved(step, there.gradient().subtract(here.gradient()));
          x = x.add(step);
          here = there;
          values.add(here.value());
          stalled = false;
        }
      }
    }
    return new Descent(x, values, evaluations, stalled);
  }

  private static double downhill(double slope) {
    if (!(slope < 0)) {
      throw new IllegalStateException("a direction of descent leads downhill, got slope " + slope);
    }
    return slope;
  }
}
