package tapeline.tests.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.compress.LargestMagnitudes;
import tapeline.tests.Seeds;

@Tag("18.1")
class LargestMagnitudesTest {
  @Test
  void three_of_six_by_hand() {
    assertThat(LargestMagnitudes.of(new float[] {1, -5, 2, 0, 4, -3}, 3))
        .as("places of the 3 largest magnitudes of 1, −5, 2, 0, 4, −3")
        .containsExactly(1, 4, 5);
  }

  @Test
  void of_equal_magnitudes_the_first() {
    assertThat(LargestMagnitudes.of(new float[] {2, 1, -2, 3, 2}, 3))
        .as("places of the 3 largest magnitudes of 2, 1, −2, 3, 2")
        .containsExactly(0, 2, 3);
  }

  @Test
  void random_numbers_beside_a_sort_of_their_places() {
    var random = Seeds.random("largest");
    for (int n = 1; n < 60; n++) {
      var numbers = new float[n];
      for (int i = 0; i < n; i++) {
        numbers[i] = random.nextInt(-9, 10);
      }
      int count = random.nextInt(n + 1);
      var wanted =
          IntStream.range(0, n)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> -Math.abs(numbers[i]))) // stable
              .limit(count)
              .sorted()
              .toList();
      assertThat(LargestMagnitudes.of(numbers, count))
          .as("places of the %d largest magnitudes of %s", count, Arrays.toString(numbers))
          .containsExactly(wanted.toArray(Integer[]::new));
    }
  }
}
