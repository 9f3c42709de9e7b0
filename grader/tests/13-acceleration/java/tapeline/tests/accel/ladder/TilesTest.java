package tapeline.tests.accel.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.accel.ladder.TextbookOrder;
import tapeline.accel.ladder.Tiles;
import tapeline.tests.PairedTurns;

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

  @Test
  void all_rows_of_a_pass_over_a_tile_before_the_one_to_its_right() {
    var product = WholeProduct.of(3, 5, 4);
    assertThat(product.untilColumn(2, new Tiles(4, 2)))
        .as(
            "columns 0 and 1 of C of (3,4)·(4,5) in tiles of 2 columns, when column 2 of B's last row is reached for the first time")
        .isEqualTo(product.columns(2));
  }

  @Test
  @Tag("slow")
  void tiles_are_three_times_as_fast_as_the_textbook() {
    var product = WholeProduct.of(192, 192, 192);
    var tiles = new Tiles(128, 256);
    product.isRight(tiles);
    MultiplyAdd.require();
    new PairedTurns()
        .requireFaster(
            3,
            "the textbook's product of (192,192)·(192,192)",
            product.turn(new TextbookOrder()),
            product.turn(tiles));
  }
}
