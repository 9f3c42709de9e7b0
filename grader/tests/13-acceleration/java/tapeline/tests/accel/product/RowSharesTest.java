package tapeline.tests.accel.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.accel.product.RowShares;

/// Panels may be shared in any order: 5 among 3 threads as 1, 2, 2 or as 2, 2, 1.
@Tag("13.5")
class RowSharesTest {
  private static void fair(int rows, int height, int threads) {
    var shares = new RowShares(rows, height, threads);
    int[] begins = IntStream.rangeClosed(0, threads).map(shares::begin).toArray();
    assertThat(begins)
        .as(
            "where the shares of %s begin, and the last one's end: in order, from 0 to %d",
            shares, rows)
        .startsWith(0)
        .endsWith(rows)
        .isSorted();
    assertThat(Arrays.stream(begins).filter(row -> row < rows && row % height > 0))
        .as("of %s, those that cut a panel of %d rows in two", Arrays.toString(begins), height)
        .isEmpty();
    var panels =
        IntStream.range(0, threads)
            .map(t -> Math.ceilDiv(begins[t + 1] - begins[t], height))
            .toArray();
    assertThat(Arrays.stream(panels).max().getAsInt() - Arrays.stream(panels).min().getAsInt())
        .as("how many panels one share has more than another, of %s", Arrays.toString(panels))
        .isLessThanOrEqualTo(1);
  }

  @Test
  void no_share_has_two_panels_more_than_another() {
    fair(30, 6, 3);
    fair(24, 6, 3);
  }

  @Test
  void the_last_panel_may_be_smaller() {
    fair(15, 6, 2);
    fair(13, 6, 3);
  }

  @Test
  void some_threads_have_nothing_to_do() {
    fair(4, 6, 3);
  }

  @Test
  void a_billion_rows_are_counted() {
    fair(1_000_000_000, 1, 4);
  }
}
