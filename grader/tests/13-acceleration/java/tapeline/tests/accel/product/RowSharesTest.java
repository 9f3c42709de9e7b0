package tapeline.tests.accel.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.accel.product.RowShares;

@Tag("13.5")
class RowSharesTest {
  private static void begin(RowShares shares, int... rows) {
    assertThat(IntStream.rangeClosed(0, shares.threads()).map(shares::begin).toArray())
        .as("where the shares of %s begin, and the last one's end", shares)
        .isEqualTo(rows);
  }

  @Test
  void no_share_has_two_panels_more_than_another() {
    begin(new RowShares(30, 6, 3), 0, 6, 18, 30);
  }

  @Test
  void the_last_panel_may_be_smaller() {
    begin(new RowShares(15, 6, 2), 0, 6, 15);
  }

  @Test
  void some_threads_have_nothing_to_do() {
    begin(new RowShares(4, 6, 3), 0, 0, 0, 4);
  }

  @Test
  void a_billion_rows_are_counted() {
    begin(
        new RowShares(1_000_000_000, 1, 4),
        0,
        250_000_000,
        500_000_000,
        750_000_000,
        1_000_000_000);
  }
}
