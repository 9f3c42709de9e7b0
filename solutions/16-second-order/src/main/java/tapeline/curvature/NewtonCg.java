package tapeline.curvature;

import org.apache.commons.math3.linear.RealVector;

/// Newton's step by conjugate gradients: `(A + damping·I)·d = −gradient`, solved as well as asked.
///
/// On a quadratic function one step without damping is the end. Where the curvature is negative the
/// solution so far is taken, which leads downhill; or −gradient, when there is none (Nocedal and
/// Wright 2006, algorithm 7.1).
///
/// @param damping of the curvature, 0 for none: how much the quadratic is distrusted far away
/// @param solver how well each step is solved
public record NewtonCg(double damping, ConjugateGradients solver) implements DescentMethod {
  @Override
  public RealVector direction(SmoothFunction f, RealVector x, RealVector gradient) {
    var down = gradient.mapMultiply(-1);
    var solution = solver.solve(f.curvature(x).damped(damping), down);
    boolean first = solution.products() == 1 && solution.negative().isPresent();
    return first ? down : solution.x();
  }
}
