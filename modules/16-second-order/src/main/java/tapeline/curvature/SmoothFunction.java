package tapeline.curvature;

import org.apache.commons.math3.linear.RealVector;

/// A number that depends smoothly on a vector, and is to be made small.
public interface SmoothFunction {

  /// The length of the vector.
  int size();

  /// Its value and its gradient.
  Slope at(RealVector x);

  /// Its curvature at x: the Hessian, or what stands in for it. It may be used until the next call.
  Curvature curvature(RealVector x);

  /// The function's value and gradient at a point.
  ///
  /// @param gradient of the length of x
  record Slope(double value, RealVector gradient) {}
}
