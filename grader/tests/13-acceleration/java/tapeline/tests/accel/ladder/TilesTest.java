package tapeline.tests.accel.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.accel.ladder.Tiles;

@Tag("13.1")
class TilesTest {
  @Test
  void tiles_at_the_edges_are_smaller() {
    WholeProduct.of(2, 5, 4).agrees(new Tiles(3, 2));
  }

  @Test
  void all_rows_of_a_pass_over_a_tile_before_the_next() {
    var product = WholeProduct.of(2, 3, 5);
    assertThat(product.untilTheLastRow(new Tiles(4, 3)))
        .as("C of (2,5)·(5,3) in tiles of 4 rows, when row 4 of B is reached for the first time")
        .isEqualTo(product.rowsAfter(2, 4));
  }
}
