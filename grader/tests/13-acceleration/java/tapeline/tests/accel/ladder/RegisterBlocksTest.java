package tapeline.tests.accel.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.accel.ladder.RegisterBlocks;

@Tag("13.2")
class RegisterBlocksTest {
  @Test
  void a_block_is_four_sums() {
    WholeProduct.of(2, 2, 3).agrees(new RegisterBlocks());
  }

  @Test
  void each_block_has_its_own_rows_and_columns() {
    WholeProduct.of(4, 6, 3).agrees(new RegisterBlocks());
  }

  @Test
  void c_is_left_alone_until_the_sums_are_done() {
    var product = WholeProduct.of(2, 4, 3);
    assertThat(product.untilTheLastRow(new RegisterBlocks()))
        .as("C of (2,3)·(3,4) when row 2 of B is reached for the first time")
        .isEqualTo(product.c());
  }
}
