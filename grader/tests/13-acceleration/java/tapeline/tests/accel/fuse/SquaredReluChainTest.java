package tapeline.tests.accel.fuse;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.accel.fuse.SquaredReluChain;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("13.6")
class SquaredReluChainTest {
  @Test
  void one_row_has_the_gradients_of_the_four_ops() {
    agree(Tensor.normal(Seeds.random("row"), 1, 5), 5);
  }

  @Test
  void shares_of_all_rows_add_up_in_w_and_b() {
    agree(Tensor.normal(Seeds.random("rows"), 3, 2, 37), 37);
  }

  @Test
  void a_transposed_view_is_read_by_its_strides() {
    agree(Tensor.normal(Seeds.random("view"), 19, 4).transpose(), 19);
  }

  @Test
  void a_row_of_one_number_is_a_row() {
    agree(Tensor.normal(Seeds.random("one"), 6, 1), 1);
  }

  private static void agree(Tensor x, int n) {
    var random = Seeds.random("chain");
    var w = Tensor.normal(random, n);
    var b = Tensor.normal(random, n);
    var dY = Tensor.normal(random, x.shape().toArray());
    PlainTwin.agree(
        new SquaredReluChain(),
        in -> in.get(0).times(in.get(1)).plus(in.get(2)).relu().square(),
        dY,
        x,
        w,
        b);
  }
}
