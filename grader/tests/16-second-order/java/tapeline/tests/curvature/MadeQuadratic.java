package tapeline.tests.curvature;

import org.apache.commons.math3.linear.RealVector;
import tapeline.curvature.Curvature;
import tapeline.curvature.SmoothFunction;

/// `½xᵀAx − bᵀx`.
record MadeQuadratic(Curvature a, RealVector b) implements SmoothFunction {
  @Override
  public int size() {
    return a.size();
  }

  @Override
  public Slope at(RealVector x) {
    var ax = a.times(x);
    return new Slope(x.dotProduct(ax) / 2 - b.dotProduct(x), ax.subtract(b));
  }

  @Override
  public Curvature curvature(RealVector x) {
    return a;
  }
}
