package tapeline.tests.curvature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.curvature.ConjugateGradients;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

@Tag("16.7")
class ConjugateGradientsTest {
  private final Random random = Seeds.random("conjugate");

  @Test
  void two_unknowns_by_hand() {
    var a = new CountedMatrix(new double[] {4, 1}, new double[] {1, 3});
    var solution =
        new ConjugateGradients(1e-10, 10).solve(a, new ArrayRealVector(new double[] {1, 2}));
    assertThat(solution.definite().toArray())
        .as("x of (4 1; 1 3)·x = (1, 2): (1/11, 7/11)")
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(1 / 11.0, 7 / 11.0);
    assertThat(solution.products()).as("how many products it took").isEqualTo(2);
  }

  @Test
  void as_a_decomposition_solves_it() {
    var a = CountedMatrix.of(random, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89);
    var b = CountedMatrix.vector(random, 10);
    var solution = new ConjugateGradients(1e-10, 100).solve(a, b);
    assertThat(solution.x().toArray())
        .as("x of A·x = b with eigenvalues from 1 to 89, against commons-math's LU")
        .usingComparatorWithPrecision(1e-8)
        .containsExactly(new LUDecomposition(a.written()).getSolver().solve(b).toArray());
    assertThat(solution.products())
        .as("how many products ten different eigenvalues take")
        .isLessThanOrEqualTo(11);
    assertThat(a.products()).as("products that A was asked for").isEqualTo(solution.products());
  }

  @Test
  void the_residual_that_it_says_is_there() {
    var a = CountedMatrix.of(random, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89);
    var b = CountedMatrix.vector(random, 10);
    var solution = new ConjugateGradients(1e-10, 4).solve(a, b);
    double there = b.subtract(a.times(solution.x())).getNorm() / b.getNorm();
    assertThat(solution.residual())
        .as("‖b − A·x‖/‖b‖ as it says after four products, where there is %.6f", there)
        .isCloseTo(there, within(1e-10));
  }

  @Test
  void three_different_eigenvalues_take_three_products() {
    var a = CountedMatrix.of(random, 1, 1, 1, 1, 4, 4, 4, 9, 9, 9, 9, 9);
    var solution = new ConjugateGradients(1e-8, 100).solve(a, CountedMatrix.vector(random, 12));
    assertThat(solution.products())
        .as("products for twelve unknowns and the eigenvalues 1, 4 and 9")
        .isEqualTo(3);
  }

  /// Takes a matrix whose first direction (1, 1) is bent upwards, 3 − 1, and the second downwards.
  @Test
  void a_direction_without_positive_curvature_ends_it_and_is_named() {
    var a = new CountedMatrix(new double[] {3, 0}, new double[] {0, -1});
    var solution =
        new ConjugateGradients(1e-10, 10).solve(a, new ArrayRealVector(new double[] {1, 1}));
    var negative = solution.negative().orElseThrow();
    assertThat(negative.direction().toArray())
        .as("the direction with negative curvature of diag(3, −1), b = (1, 1): r + 4·p")
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(2, 6);
    assertThat(negative.value()).as("pᵀAp/pᵀp along it").isCloseTo(-0.6, within(1e-12));
    assertThat(solution.x().toArray()).as("x so far").containsExactly(1, 1);
    assertThat(Thrown.by(solution::definite))
        .as("what definite() throws")
        .isEqualTo(
            "IllegalStateException: conjugate gradients need a positive definite matrix, got pᵀAp ="
                + " -0.600·pᵀp in product 2: it is indefinite; a damping above 0.600 would do along p");
  }
}
