package tapeline.tests.competition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.competition.EventInputs;
import tapeline.competition.EventWorkload;
import tapeline.competition.SprintEntry;
import tapeline.tests.AllocatedBytes;
import tapeline.tests.Seeds;

@Tag("20.8")
class SprintEntryTest {
  private final Random random = Seeds.random("sprint");

  private float[][] input(int inputs, int hidden, int rows) {
    var size = Map.of("inputs", inputs, "hidden", hidden, "rows", rows);
    return EventInputs.draw(EventWorkload.SCALAR_GRADIENT, size, random).orElseThrow();
  }

  /// In float64, by the definition: the gradient from the derivative of each row's error.
  private static double[] right(float[][] input) {
    float[] p = input[0];
    float[] x = input[1];
    int rows = input[2].length;
    int inputs = x.length / rows;
    int width = (p.length - 1) / (inputs + 2);
    var answer = new double[p.length + 1];
    for (int r = 0; r < rows; r++) {
      double y = p[p.length - 1];
      var h = new double[width];
      for (int j = 0; j < width; j++) {
        double z = p[inputs * width + j];
        for (int i = 0; i < inputs; i++) {
          z += (double) x[r * inputs + i] * p[i * width + j];
        }
        h[j] = Math.tanh(z);
        y += h[j] * p[inputs * width + width + j];
      }
      double e = y - input[2][r];
      answer[0] += e * e;
      answer[p.length] += 2 * e;
      for (int j = 0; j < width; j++) {
        double slope = 2 * e * p[inputs * width + width + j] * (1 - h[j] * h[j]);
        answer[1 + inputs * width + width + j] += 2 * e * h[j];
        answer[1 + inputs * width + j] += slope;
        for (int i = 0; i < inputs; i++) {
          answer[1 + i * width + j] += slope * x[r * inputs + i];
        }
      }
    }
    return answer;
  }

  private static void assertRight(String what, float[] given, double[] right) {
    Answers.assertClose(what, given, right, 1e-4);
  }

  @Test
  void the_loss_is_the_sum_of_the_squared_errors() {
    var input = input(3, 5, 7);
    assertThat((double) new SprintEntry().answer(input)[0])
        .as("the loss of a network 3 → 5 → 1 on 7 rows")
        .isCloseTo(right(input)[0], org.assertj.core.data.Percentage.withPercentage(0.01));
  }

  @Test
  void the_gradient_is_that_of_every_parameter_for_every_size() {
    int[][] sizes = {{3, 5, 7}, {1, 1, 1}, {1, 4, 3}, {6, 1, 2}, {9, 13, 33}, {2, 3, 1}};
    for (int[] s : sizes) {
      var input = input(s[0], s[1], s[2]);
      assertRight(
          "a network %d → %d → 1 on %d rows".formatted(s[0], s[1], s[2]),
          new SprintEntry().answer(input),
          right(input));
    }
  }

  @Test
  void no_answer_depends_on_the_one_before() {
    var entry = new SprintEntry();
    for (int[] s : new int[][] {{4, 9, 8}, {4, 9, 8}, {7, 3, 5}, {2, 12, 6}}) {
      var input = input(s[0], s[1], s[2]);
      assertRight(
          "the next answer of one entry, for %d → %d → 1 on %d rows".formatted(s[0], s[1], s[2]),
          entry.answer(input),
          right(input));
    }
  }

  @Test
  void what_is_no_number_is_not_hidden() {
    var input = input(3, 4, 5);
    input[1][4] = Float.NaN;
    assertThat(new SprintEntry().answer(input)[0])
        .as("the loss with a NaN among the examples")
        .isNaN();
    var endless = input(3, 4, 5);
    java.util.Arrays.fill(endless[0], 0, 12, 0);
    endless[1][4] = Float.POSITIVE_INFINITY;
    assertThat(new SprintEntry().answer(endless)[0])
        .as("the loss with an ∞ among the examples and weights of 0: 0·∞ is no number")
        .isNaN();
  }

  @Test
  void it_allocates_its_answer_and_no_more_with_more_rows() {
    var entry = new SprintEntry();
    for (int rows : new int[] {20, 200}) {
      var input = input(8, 16, rows);
      long answer = 16 + 4L * (input[0].length + 1);
      assertThat(AllocatedBytes.perRun(200, () -> entry.answer(input)))
          .as("bytes that an answer of %d bytes allocates, on %d rows", answer, rows)
          .isLessThanOrEqualTo(2 * answer);
    }
  }
}
