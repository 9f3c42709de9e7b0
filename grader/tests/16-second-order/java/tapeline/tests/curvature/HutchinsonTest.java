package tapeline.tests.curvature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Random;
import org.apache.commons.math3.linear.RealVector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.curvature.Curvature;
import tapeline.curvature.Hutchinson;
import tapeline.tests.Seeds;

@Tag("16.6")
class HutchinsonTest {
  private final Random random = Seeds.random("hutchinson");

  @Test
  void a_diagonal_matrix_is_known_from_any_signs() {
    var a =
        new CountedMatrix(new double[] {4, 0, 0}, new double[] {0, -1, 0}, new double[] {0, 0, 2});
    var estimate = Hutchinson.of(a, 2, random);
    assertThat(estimate.diagonal().toArray())
        .as("the diagonal of diag(4, −1, 2) from two samples: zᵢ·aᵢᵢ·zᵢ with zᵢ² = 1")
        .containsExactly(4, -1, 2);
    assertThat(estimate.trace()).as("its trace").isEqualTo(5);
    assertThat(estimate.traceError()).as("the error of its trace").isEqualTo(0);
  }

  @Test
  void a_sample_is_one_product_with_signs() {
    var seen = new ArrayList<RealVector>();
    var plain = CountedMatrix.of(random, 1, 2, 3, 4, 5);
    var watched =
        new Curvature() {
          @Override
          public int size() {
            return 5;
          }

          @Override
          public RealVector times(RealVector v) {
            seen.add(v.copy());
            return plain.times(v);
          }
        };
    Hutchinson.of(watched, 40, random);
    assertThat(seen).as("the products of an estimate from 40 samples").hasSize(40);
    assertThat(seen.stream().flatMapToDouble(v -> java.util.Arrays.stream(v.toArray())).distinct())
        .as("the numbers in these vectors")
        .containsExactlyInAnyOrder(1.0, -1.0);
    assertThat(seen.stream().map(RealVector::toString).distinct().count())
        .as("how many of the 40 vectors of 5 signs differ; there are 32")
        .isGreaterThan(10);
  }

  /// Allows five standard errors, by the true variances, for each of 13 numbers.
  @Test
  void the_mean_is_the_diagonal_and_the_spread_is_the_formulas() {
    int n = 12;
    int samples = 600;
    var root = CountedMatrix.random(random, n, n);
    var a = root.add(root.transpose());
    var estimate = Hutchinson.of(new CountedMatrix(a), samples, random);
    double beside = 0;
    for (int i = 0; i < n; i++) {
      double variance = Math.pow(a.getRowVector(i).getNorm(), 2) - Math.pow(a.getEntry(i, i), 2);
      double error = Math.sqrt(variance / samples);
      beside += variance;
      assertThat((estimate.diagonal().getEntry(i) - a.getEntry(i, i)) / error)
          .as("number %d of the diagonal of a random matrix, off by so many standard errors", i)
          .isBetween(-5.0, 5.0);
      assertThat(estimate.diagonalError().getEntry(i) / error)
          .as("its estimated standard error, for the true one")
          .isBetween(0.7, 1.3);
    }
    double error = Math.sqrt(2 * beside / samples);
    assertThat((estimate.trace() - a.getTrace()) / error)
        .as("the trace, off by so many standard errors")
        .isBetween(-5.0, 5.0);
    assertThat(estimate.traceError() / error)
        .as("its estimated standard error, for the true one")
        .isBetween(0.7, 1.3);
  }
}
