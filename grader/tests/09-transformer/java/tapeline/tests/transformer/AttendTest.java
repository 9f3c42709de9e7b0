package tapeline.tests.transformer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;
import tapeline.transformer.Attention;

@Tag("09.5")
class AttendTest {
  private static final float NEVER = Float.NEGATIVE_INFINITY;

  private final Random random = Seeds.random("attend");

  private static Tensor attend(Tensor q, Tensor k, Tensor v, Tensor mask) {
    var tape = new TensorTape();
    return Attention.attend(
            tape.constant(q), tape.constant(k), tape.constant(v), tape.constant(mask))
        .value();
  }

  @Test
  void one_query_by_hand() {
    // Scores ln 3·2/√4 and 0: weights 3/4 and 1/4.
    float score = (float) Math.log(3);
    var y =
        attend(
            Tensor.of(new float[][] {{score, score, 0, 0}}),
            Tensor.of(new float[][] {{1, 1, 9, 9}, {0, 0, 9, 9}}),
            Tensor.of(new float[][] {{4, 0, 8}, {0, 4, 8}}),
            Tensor.zeros(1, 2));
    ExactAttention.close(
        new double[] {3, 1, 8},
        y,
        "scores 2·ln 3 and 0, divided by √4: weights ¾ and ¼ of the values (4, 0, 8) and (0, 4, 8)");
  }

  @Test
  void a_masked_position_has_no_weight_at_all() {
    var v = Tensor.of(new float[][] {{1, 2}, {Float.MAX_VALUE, 1e30f}, {1, 2}});
    var mask = Tensor.of(new float[][] {{0, NEVER, 0}});
    var y =
        attend(
            Tensor.full(1e4f, 1, 4),
            Tensor.of(new float[][] {{0, 0, 0, 0}, {9, 9, 9, 9}, {0, 0, 0, 0}}),
            v,
            mask);
    assertThat(y.toArray())
        .as(
            "values (1, 2), huge, (1, 2), the second masked, though its score is the largest by far")
        .containsExactly(1, 2);
  }

  @Test
  void the_mask_is_added_as_it_is() {
    var mask = Tensor.of(new float[][] {{0, (float) Math.log(3)}});
    ExactAttention.close(
        new double[] {1, 3},
        attend(
            Tensor.zeros(1, 4),
            Tensor.zeros(2, 4),
            Tensor.of(new float[][] {{4, 0}, {0, 4}}),
            mask),
        "scores 0 and 0, c = 4, the mask (0, ln 3), which is not scaled: weights ¼ and ¾ of the"
            + " values (4, 0) and (0, 4)");
  }

  @Test
  void a_row_that_may_see_nothing_gathers_nothing() {
    var mask = Tensor.of(new float[][] {{NEVER, NEVER, NEVER}, {0, 0, NEVER}});
    var y = attend(Tensor.zeros(2, 4), Tensor.normal(random, 3, 4), Tensor.full(3, 3, 2), mask);
    assertThat(y.toArray())
        .as("values (3, 3), the first row masked altogether: zeros, and no NaN")
        .containsExactly(0, 0, 3, 3);
  }

  @Test
  void huge_scores_stay_finite() {
    var q = Tensor.of(new float[][] {{1e4f}, {-1e4f}});
    var k = Tensor.of(new float[][] {{1}, {-1}, {0}});
    var v = Tensor.of(new float[][] {{1, 2}, {3, 4}, {5, 6}});
    assertThat(attend(q, k, v, Tensor.zeros(2, 3)).toArray())
        .as("scores of ±10⁴: all the weight is at the largest")
        .containsExactly(1, 2, 3, 4);
  }

  @Test
  void the_gradients_agree_with_differences() {
    var inputs =
        List.of(
            Tensor.normal(random, 2, 4), Tensor.normal(random, 5, 4), Tensor.normal(random, 5, 3));
    TapeSlopes.check(
        "attend(A, B, C) with a causal mask",
        random,
        inputs,
        x ->
            Attention.attend(
                x.get(0), x.get(1), x.get(2), x.get(0).tape().constant(triangle(2, 5))),
        x -> ExactAttention.attend(x.get(0), x.get(1), x.get(2), true));
  }

  /// Written without the module's own mask.
  private static Tensor triangle(int rows, int positions) {
    var mask = Tensor.zeros(rows, positions);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < positions; j++) {
        mask.set(j > positions - rows + i ? NEVER : 0, i, j);
      }
    }
    return mask;
  }

  @Test
  void a_layer_of_three_heads_is_three_attentions_side_by_side() {
    var attention = new Attention("test", 12, 3, AttendTest::triangle, random);
    for (var p : attention.parameters()) {
      p.value().assign(Tensor.normal(random, p.value().shape().toArray()).times(0.5f));
    }
    var x = Tensor.normal(random, 2, 5, 12);
    var y = attention.forward(new TensorTape().constant(x)).value();
    var exact = new ExactModel(attention.parameters(), 3);
    for (int b = 0; b < 2; b++) {
      ExactAttention.close(
          exact.attention("test", ExactAttention.rows(x.select(0, b))),
          y.select(0, b),
          "text %d of an attention of 3 heads on (2,5,12)".formatted(b));
    }
  }

  @Test
  void the_weights_of_a_position_add_up_to_1() {
    var attention = new Attention("test", 6, 2, AttendTest::triangle, random);
    var w = attention.weights(new TensorTape().constant(Tensor.normal(random, 3, 4, 6)));
    assertThat(w.shape()).as("the shape of the weights").isEqualTo(Shape.of(3, 2, 4, 4));
    var ones = new double[24];
    Arrays.fill(ones, 1);
    ExactAttention.close(
        ones, w.sum(false, -1), "the sums of the weights along the positions seen");
    assertThat(w.at(0, 0, 0, 0)).as("position 0 sees itself alone").isEqualTo(1);
  }

  @Test
  void heads_that_do_not_divide_the_width_are_refused() {
    ExactAttention.close(
        new double[] {2},
        attend(
            Tensor.full(1, 1, 1), Tensor.full(1, 1, 1), Tensor.full(2, 1, 1), Tensor.zeros(1, 1)),
        "one position gathers itself");
    assertThat(Thrown.by(() -> new Attention("test", 6, 4, random)))
        .as("what an attention of 4 heads and width 6 throws")
        .isEqualTo(
            "IllegalArgumentException: heads share the width equally, got 4 heads for a width of 6");
  }
}
