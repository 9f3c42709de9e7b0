package tapeline.tests.accel.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.accel.ladder.RegisterBlocks;

/// 16 columns are whole vectors of any width that processors have.
@Tag("13.2")
class RegisterBlocksTest {
  @Test
  void each_row_of_a_block_is_a_sum() {
    WholeProduct.of(4, 16, 3).isRight(new RegisterBlocks());
  }

  @Test
  void each_block_has_its_own_rows_and_columns() {
    WholeProduct.of(9, 50, 3).isRight(new RegisterBlocks());
  }

  @Test
  void the_rows_of_b_go_by_in_parts() {
    WholeProduct.of(4, 16, 300).isRight(new RegisterBlocks());
  }

  @Test
  void c_is_left_alone_until_the_sums_are_done() {
    var product = WholeProduct.of(4, 16, 3);
    assertThat(Arrays.mismatch(product.untilTheLastRow(new RegisterBlocks()), product.c()))
        .as("first number of C that is written before row 2 of B, the last, is reached")
        .isEqualTo(-1);
  }
}
