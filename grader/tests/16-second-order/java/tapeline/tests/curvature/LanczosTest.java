package tapeline.tests.curvature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.curvature.Lanczos;
import tapeline.tests.Seeds;

@Tag("16.8")
class LanczosTest {
  private final Random random = Seeds.random("lanczos");

  @Test
  void the_largest_comes_first_within_its_error() {
    var eigenvalues = IntStream.rangeClosed(1, 60).mapToDouble(i -> i * i / 10.0 - 40).toArray();
    var a = CountedMatrix.of(random, eigenvalues);
    var found = Lanczos.of(a, 20, random);
    assertThat(a.products()).as("products").isEqualTo(20);
    assertThat(found.values().getFirst())
        .as("the largest of 60 eigenvalues, 320, by 20 products")
        .isCloseTo(320, within(1e-3));
    assertThat(Math.abs(found.values().get(1) - 308.1))
        .as("how far the second one is from 308.1; its error is %.1g", found.errors().get(1))
        .isLessThanOrEqualTo(found.errors().get(1) + 1e-8);
    var q = found.largest();
    assertThat(a.times(q).subtract(q.mapMultiply(320)).getNorm())
        .as("‖A·q − 320·q‖ of its vector q")
        .isLessThan(0.1);
    assertThat(q.getNorm()).as("‖q‖").isCloseTo(1, within(1e-9));
  }

  /// Shows that no eigenvalue comes back as a ghost, as it does when the vectors lose their right
  /// angles.
  @Test
  void all_vectors_stay_orthogonal_so_that_no_eigenvalue_comes_twice() {
    int n = 50;
    var eigenvalues = IntStream.range(0, n).mapToDouble(i -> 1 + i / 100.0).toArray();
    eigenvalues[n - 1] = 1000;
    var found = Lanczos.of(CountedMatrix.of(random, eigenvalues), n, random);
    var rising = found.values().stream().mapToDouble(v -> v).sorted().toArray();
    Arrays.sort(eigenvalues);
    assertThat(rising)
        .as("all 50 eigenvalues by 50 products, one of them 1000 and the others between 1 and 1.5")
        .usingComparatorWithPrecision(1e-6)
        .containsExactly(eigenvalues);
  }

  @Test
  void ends_when_there_is_nothing_new() {
    var a = CountedMatrix.of(random, 2, 2, 2, 2, 7, 7, 7, 7, 7);
    var found = Lanczos.of(a, 9, random);
    assertThat(found.values().stream().map(v -> Math.round(v * 1e6) / 1e6))
        .as("the values for the eigenvalues 2 and 7, four and five times: two products are enough")
        .containsExactly(7.0, 2.0);
  }
}
