package tapeline.tests.accel.fuse;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.accel.fuse.OnlineAttention;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.transformer.Attention;

@Tag("13.8")
class OnlineAttentionTest {
  @Test
  void a_single_block_is_softmax() {
    agree(true, 1, 2, 7, 5);
  }

  @Test
  void many_blocks_are_one_softmax() {
    agree(false, 1, 2, 150, 8);
  }

  @Test
  void causal_rows_end_within_a_block() {
    agree(true, 1, 3, 131, 6);
  }

  @Test
  void scores_that_grow_from_block_to_block_stay_finite() {
    var random = Seeds.random("growing");
    var q = Tensor.full(20, 1, 140, 4);
    var k = Tensor.range(1, 140, 1).times(0.1f).plus(Tensor.zeros(1, 1, 4));
    var v = Tensor.normal(random, 1, 140, 4);
    var plain = q.matmul(k.transpose()).times(0.5f).softmax().matmul(v);
    PlainTwin.close(new OnlineAttention(false).forward(List.of(q, k, v)), plain, "the value");
  }

  @Test
  void heads_may_be_a_permuted_view() {
    var random = Seeds.random("heads");
    var all = Tensor.normal(random, 2, 70, 3, 5).permute(0, 2, 1, 3);
    compare(true, all, all.times(0.5f), all);
  }

  private static void agree(boolean causal, int... lengths) {
    var random = Seeds.random("attention");
    var q = Tensor.normal(random, lengths);
    var k = Tensor.normal(random, lengths);
    compare(causal, q, k, Tensor.normal(random, lengths));
  }

  private static void compare(boolean causal, Tensor q, Tensor k, Tensor v) {
    int time = q.shape().length(-2);
    var mask = causal ? Attention.causal(time, time) : Tensor.zeros(time, time);
    PlainTwin.agree(
        new OnlineAttention(causal),
        in ->
            Attention.attend(in.get(0), in.get(1), in.get(2), in.getFirst().tape().constant(mask)),
        Tensor.normal(Seeds.random("from above"), q.shape().toArray()),
        q,
        k,
        v);
  }
}
