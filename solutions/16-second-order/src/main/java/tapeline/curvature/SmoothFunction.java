package tapeline.curvature;

import org.apache.commons.math3.linear.RealVector;

/// A number that depends smoothly on a vector, and is to be made small.
public interface SmoothFunction {

  /// Returns the length of the vector.
  int size();

  /// Computes the value and the gradient at x.
  Slope at(RealVector x);

  /// Returns the curvature at x: the Hessian, or a stand-in. It is valid until the next call.
  Curvature curvature(RealVector x);

  /// The function's value and gradient at a point.
  ///
  /// @param gradient of the length of x
  record Slope(double value, RealVector gradient) {}
}
