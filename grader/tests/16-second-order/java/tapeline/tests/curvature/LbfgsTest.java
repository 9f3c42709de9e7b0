package tapeline.tests.curvature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.curvature.Lbfgs;
import tapeline.curvature.SmoothFunction;
import tapeline.tests.Seeds;

@Tag("16.9")
class LbfgsTest {
  private static final int N = 6;

  private final Random random = Seeds.random("lbfgs");
  private final CountedMatrix a = CountedMatrix.of(random, 1, 2, 4, 8, 16, 32);
  private final SmoothFunction unused = new MadeQuadratic(a, new ArrayRealVector(N));

  private RealVector direction(Lbfgs method, RealVector gradient) {
    return method.direction(unused, new ArrayRealVector(N), gradient);
  }

  /// Reports a step along which `yᵀs` is positive, like any step in an upward bowl.
  private RealVector step(Lbfgs method) {
    var s = CountedMatrix.vector(random, N);
    method.moved(s, a.times(s));
    return s;
  }

  @Test
  void one_step_by_hand() {
    var method = new Lbfgs(5);
    var f =
        new MadeQuadratic(
            new CountedMatrix(new double[] {2, 0}, new double[] {0, 8}), new ArrayRealVector(2));
    method.moved(
        new ArrayRealVector(new double[] {1, 1}), new ArrayRealVector(new double[] {2, 8}));
    assertThat(
            method
                .direction(f, new ArrayRealVector(2), new ArrayRealVector(new double[] {1, 0}))
                .toArray())
        .as("the direction for the gradient (1, 0) after a step (1, 1) that changed it by (2, 8)")
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(expectedByHand());
  }

  /// Computes −B·(1, 0) with yᵀs = 10, scale = 10/68, and B = (I − s·yᵀ/10)·B₀·(I − y·sᵀ/10) +
  /// s·sᵀ/10.
  private static double[] expectedByHand() {
    double scale = 10 / 68.0;
    double q0 = scale * (1 - 0.2);
    double q1 = scale * -0.8;
    double b = (2 * q0 + 8 * q1) / 10;
    return new double[] {-(q0 + (0.1 - b)), -(q1 + (0.1 - b))};
  }

  @Test
  void it_has_learnt_the_last_step() {
    var method = new Lbfgs(5);
    step(method);
    step(method);
    var s = step(method);
    assertThat(direction(method, a.times(s)).toArray())
        .as("the direction for the gradient y of the last of three steps s: −s")
        .usingComparatorWithPrecision(1e-9)
        .containsExactly(s.mapMultiply(-1).toArray());
  }

  @Test
  void two_loops_are_the_product_with_the_written_matrix() {
    var method = new Lbfgs(3);
    RealMatrix inverse = MatrixUtils.createRealIdentityMatrix(N);
    var steps = new RealVector[5];
    for (int k = 0; k < steps.length; k++) {
      steps[k] = step(method);
    }
    var last = a.times(steps[4]);
    inverse = inverse.scalarMultiply(steps[4].dotProduct(last) / last.dotProduct(last));
    for (int k = 2; k < 5; k++) {
      inverse = learnt(inverse, steps[k], a.times(steps[k]));
    }
    var g = CountedMatrix.vector(random, N);
    assertThat(direction(method, g).toArray())
        .as("the direction after five steps with a memory of three, against −B·g written out")
        .usingComparatorWithPrecision(1e-9)
        .containsExactly(inverse.operate(g).mapMultiply(-1).toArray());
  }

  private static RealMatrix learnt(RealMatrix b, RealVector s, RealVector y) {
    double ys = y.dotProduct(s);
    var left =
        MatrixUtils.createRealIdentityMatrix(N).subtract(s.outerProduct(y).scalarMultiply(1 / ys));
    return left.multiply(b)
        .multiply(left.transpose())
        .add(s.outerProduct(s).scalarMultiply(1 / ys));
  }
}
