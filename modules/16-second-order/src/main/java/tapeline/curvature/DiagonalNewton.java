package tapeline.curvature;

import java.util.random.RandomGenerator;
import org.apache.commons.math3.linear.RealVector;

/// A gradient step in which each number has a rate of its own: `−gᵢ / (|hᵢ| + damping)`, h being the
/// diagonal of the curvature by [Hutchinson] (Yao et al. 2021, ADAHESSIAN, without its averages).
///
/// @param samples products with the curvature for each step
/// @param damping above 0: numbers without curvature would have an endless step
public record DiagonalNewton(int samples, double damping, RandomGenerator random)
    implements DescentMethod {
  public DiagonalNewton {
    if (!(damping > 0)) {
      throw new IllegalArgumentException("a diagonal needs a damping above 0, got " + damping);
    }
  }

  @Override
  public RealVector direction(SmoothFunction f, RealVector x, RealVector gradient) {
    var diagonal = Hutchinson.of(f.curvature(x), samples, random).diagonal();
    return gradient.ebeDivide(diagonal.map(Math::abs).mapAdd(damping)).mapMultiply(-1);
  }
}
