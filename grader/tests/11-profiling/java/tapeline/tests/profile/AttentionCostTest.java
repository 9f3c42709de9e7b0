package tapeline.tests.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.instruments.profile.Cost;
import tapeline.profile.cost.AttentionCost;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.transformer.Attention;

@Tag("11.2")
class AttentionCostTest {

  @Test
  void four_projections_with_their_biases() {
    long rows = 2 * 5;
    assertThat(AttentionCost.of(2, 5, 12, 3).projections())
        .as("projections of (2,5,12) by 3 heads: 4 products (10,12)·(12,12), and 4 biases (12)")
        .isEqualTo(
            new Cost(
                4 * (2 * rows * 12 * 12 + rows * 12),
                4 * 4 * (2 * rows * 12 + 12 * 12 + 12),
                4 * 4 * 2 * rows * 12));
  }

  @Test
  void all_that_is_computed_for_pairs_of_positions() {
    long pairs = 2 * 3 * 5 * 5;
    assertThat(AttentionCost.of(2, 5, 12, 3).pairs().flops())
        .as(
            "FLOPs for the pairs of (2,5,12) by 3 heads of 4: 2·4 a score, 1 its scale, 1 its mask,"
                + " 5 softmax and 1 a row of it, 2·4 the weighted values")
        .isEqualTo(pairs * (8 + 1 + 1 + 5 + 8) + 2 * 3 * 5);
  }

  @Test
  void both_together_are_what_attention_asks_its_backend_for() {
    int[][] sizes = {{2, 5, 12, 3}, {1, 7, 8, 1}, {3, 4, 6, 6}, {1, 1, 4, 2}};
    for (int[] s : sizes) {
      var layer = new Attention("a", s[2], s[3], Seeds.random("attention cost"));
      var x = Tensor.normal(Seeds.random("positions"), s[0], s[1], s[2]);
      var tape = new TensorTape();
      assertThat(AttentionCost.of(s[0], s[1], s[2], s[3]).total())
          .as("total of (%d,%d,%d) by %d heads, against what is counted", s[0], s[1], s[2], s[3])
          .isEqualTo(CountedBackend.of(() -> layer.forward(tape.constant(x))));
    }
  }
}
