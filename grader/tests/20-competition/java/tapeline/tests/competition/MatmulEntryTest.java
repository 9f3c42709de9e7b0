package tapeline.tests.competition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.competition.EventInputs;
import tapeline.competition.EventWorkload;
import tapeline.competition.MatmulEntry;
import tapeline.tests.AllocatedBytes;
import tapeline.tests.Seeds;

@Tag("20.9")
class MatmulEntryTest {
  private final Random random = Seeds.random("matmul entry");

  private float[][] input(int m, int k, int n) {
    var size = Map.of("m", m, "k", k, "n", n);
    return EventInputs.draw(EventWorkload.MATMUL, size, random).orElseThrow();
  }

  private static double[] right(float[][] input) {
    int m = (int) input[0][0];
    int k = (int) input[0][1];
    int n = (int) input[0][2];
    var c = new double[m * n];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        for (int l = 0; l < k; l++) {
          c[i * n + j] += (double) input[1][i * k + l] * input[2][l * n + j];
        }
      }
    }
    return c;
  }

  private void assertRight(MatmulEntry entry, int m, int k, int n) {
    var input = input(m, k, n);
    Answers.assertClose(
        "(%d,%d)·(%d,%d)".formatted(m, k, k, n), entry.answer(input), right(input), 1e-5);
  }

  @Test
  void rows_that_are_no_fours() {
    assertRight(new MatmulEntry(), 3, 7, 5);
    assertRight(new MatmulEntry(), 2, 1, 4);
    assertRight(new MatmulEntry(), 1, 3, 1);
    assertRight(new MatmulEntry(), 1, 40, 21);
    assertRight(new MatmulEntry(), 19, 40, 1);
  }

  @Test
  void more_than_a_strip() {
    assertRight(new MatmulEntry(), 5, 32, 9);
    assertRight(new MatmulEntry(), 7, 50, 6);
    assertRight(new MatmulEntry(), 6, 17, 33);
  }

  @Test
  void no_answer_depends_on_the_one_before() {
    var entry = new MatmulEntry();
    assertRight(entry, 5, 23, 9);
    assertRight(entry, 5, 23, 9);
    assertRight(entry, 9, 11, 5);
    assertRight(entry, 5, 23, 12);
  }

  @Test
  void zero_times_no_number_is_no_number() {
    for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
      for (int at : new int[] {2, 18}) {
        var input = input(4, 19, 3);
        input[1][19 + at] = 0; // A[1][at]
        input[2][at * 3 + 1] = bad; // B[at][1]
        float[] c = new MatmulEntry().answer(input);
        assertThat(c[3 + 1]).as("c[1][1], where 0·%s is added", bad).isNaN();
        assertThat(c[3 + 2]).as("c[1][2], which has nothing to do with it").isFinite();
      }
    }
  }

  @Test
  void it_allocates_its_answer_and_no_copies() {
    var entry = new MatmulEntry();
    var input = input(6, 90, 70);
    long answer = 16 + 4L * 6 * 70;
    assertThat(AllocatedBytes.perRun(200, () -> entry.answer(input)))
        .as("bytes that an answer of %d bytes allocates; B has 25,200", answer)
        .isLessThanOrEqualTo(2 * answer);
  }

  /// An A without its last row ends the first strip there; without strips all of B is read before.
  @Test
  void a_strip_meets_every_row_before_the_next() throws ReflectiveOperationException {
    var input = input(65, 64, 8);
    input[1] = Arrays.copyOf(input[1], 64 * 64);
    assertThat(FloatStores.untilItReadsBeyond(MatmulEntry.class, input))
        .as(
            "numbers that (65,64)·(64,8) stores one by one until A's row 64 is asked for: with"
                + " strips of 16 rows of B a quarter of 8,192")
        .isLessThanOrEqualTo(4096);
  }

  /// One row of B at a time stores each sum for every multiply-add, four rows for every fourth.
  @Test
  void rows_are_added_by_fours() throws ReflectiveOperationException {
    long madds = 96 * 96 * 96;
    assertThat(FloatStores.of(MatmulEntry.class, input(96, 96, 96)))
        .as("numbers that an answer of %,d multiply-adds stores one by one", madds)
        .isLessThanOrEqualTo(madds / 2);
  }
}
