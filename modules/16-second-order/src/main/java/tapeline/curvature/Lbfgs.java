package tapeline.curvature;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.commons.math3.linear.RealVector;
import tapeline.toolkit.Todo;

/// L-BFGS: the curvature is guessed from the last steps and how the gradient changed along them,
/// without a product (Liu and Nocedal 1989).
///
/// A step along which the curvature is not positive teaches nothing, and is left out.
public final class Lbfgs implements DescentMethod {
  private static final double POSITIVE = 1e-10;

  private final int memory;
  private final Deque<Pair> pairs = new ArrayDeque<>(); // the oldest first

  /// @param step s
  /// @param change y, that of the gradient along the step
  record Pair(RealVector step, RealVector change) {
    double curvature() {
      return step.dotProduct(change);
    }
  }

  /// @param memory how many steps it remembers; 5 to 20 are usual
  public Lbfgs(int memory) {
    if (memory < 1) {
      throw new IllegalArgumentException("L-BFGS remembers at least one step, got " + memory);
    }
    this.memory = memory;
  }

  @Override
  public void moved(RealVector step, RealVector gradientChange) {
    var pair = new Pair(step, gradientChange);
    if (pair.curvature() > POSITIVE * step.getNorm() * gradientChange.getNorm()) {
      pairs.addLast(pair);
      if (pairs.size() > memory) {
        pairs.removeFirst();
      }
    }
  }

  /// Returns minus the guessed inverse times the gradient; before the first step minus the
  /// gradient, shortened to a length of at most 1.
  @Override
  public RealVector direction(SmoothFunction f, RealVector x, RealVector gradient) {
    if (pairs.isEmpty()) {
      return gradient.mapMultiply(-1 / Math.max(1, gradient.getNorm()));
    }
    var last = pairs.getLast();
    double scale = last.curvature() / last.change().dotProduct(last.change());
    return twoLoops(List.copyOf(pairs), scale, gradient).mapMultiply(-1);
  }

  /// Returns `B·g`, where B starts as `scale·I` and is corrected by each pair, the oldest first: `B
  /// ← (I − s·yᵀ/yᵀs)·B·(I − y·sᵀ/yᵀs) + s·sᵀ/yᵀs`. O(pairs·n).
  private static RealVector twoLoops(List<Pair> pairs, double scale, RealVector g) {
    // BEGIN EXERCISE 16.9
    // TODO 16.9 — 13 lines. Read the formula from the outside: the newest pair comes
    // first. On the way in, for each pair from the newest to the oldest, a = sᵀq/yᵀs is
    // kept, and q ← q − a·y: that is (I − y·sᵀ/yᵀs)·q. In the middle r = scale·q. On the
    // way out, from the oldest to the newest, r ← r − s·(yᵀr/yᵀs) + s·a. pairs.reversed()
    // is the list backwards, and taken.removeLast() takes what was added last.
    throw new Todo("16.9", "two loops");
    // END EXERCISE 16.9
  }
}
