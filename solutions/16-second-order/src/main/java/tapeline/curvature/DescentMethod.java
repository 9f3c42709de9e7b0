package tapeline.curvature;

import org.apache.commons.math3.linear.RealVector;

/// The choice of a direction at each point, in which methods of descent differ.
@FunctionalInterface
public interface DescentMethod {

  /// Returns a direction that leads downhill; its length is the first step to try.
  RealVector direction(SmoothFunction f, RealVector x, RealVector gradient);

  /// Receives each step that was taken, and the change of the gradient along it.
  default void moved(RealVector step, RealVector gradientChange) {}
}
