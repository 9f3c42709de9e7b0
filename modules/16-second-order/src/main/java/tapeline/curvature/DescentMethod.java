package tapeline.curvature;

import org.apache.commons.math3.linear.RealVector;

/// Where to go from a point: what methods of descent differ in.
@FunctionalInterface
public interface DescentMethod {

  /// A direction that leads downhill, its length being the first step to try.
  RealVector direction(SmoothFunction f, RealVector x, RealVector gradient);

  /// Hears of each step that was taken, and how the gradient changed along it.
  default void moved(RealVector step, RealVector gradientChange) {}
}
