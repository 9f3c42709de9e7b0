package tapeline.curvature;

import java.util.random.RandomGenerator;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealVector;

/// A gradient step in which each number has a rate of its own: `−gᵢ / (|hᵢ| + damping)`, h being
/// the diagonal of the curvature by [Hutchinson], averaged over the steps so far, as noise would
/// double the step here and halve it there (after Yao et al. 2021, ADAHESSIAN).
public final class DiagonalNewton implements DescentMethod {
  private final int samples;
  private final double keep;
  private final double damping;
  private final RandomGenerator random;
  private RealVector sum = new ArrayRealVector();
  private double weight; // of what the sum has

  /// @param samples products with the curvature for each step, 2 at least
  /// @param keep how much of the average stays in each step, from 0 to below 1
  /// @param damping above 0: numbers without curvature would have an endless step
  public DiagonalNewton(int samples, double keep, double damping, RandomGenerator random) {
    if (!(damping > 0 && 0 <= keep && keep < 1)) {
      throw new IllegalArgumentException(
          "a diagonal needs a damping above 0, and keeps from 0 to below 1, got %s and %s"
              .formatted(damping, keep));
    }
    this.samples = samples;
    this.keep = keep;
    this.damping = damping;
    this.random = random;
  }

  @Override
  public RealVector direction(SmoothFunction f, RealVector x, RealVector gradient) {
    var diagonal = Hutchinson.of(f.curvature(x), samples, random).diagonal();
    sum = weight == 0 ? diagonal : sum.mapMultiply(keep).add(diagonal);
    weight = keep * weight + 1;
    var mean = sum.mapDivide(weight);
    return gradient.ebeDivide(mean.map(Math::abs).mapAdd(damping)).mapMultiply(-1);
  }
}
