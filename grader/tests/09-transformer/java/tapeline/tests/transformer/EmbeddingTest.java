package tapeline.tests.transformer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.tensor.Tensor;
import tapeline.tests.InFloat64;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;
import tapeline.transformer.Embedding;

@Tag("09.3")
class EmbeddingTest {
  private final Random random = Seeds.random("embedding");

  /// The tape keeps neither the table nor the result for it: both read as NaN.
  private static Tensor gradient(Tensor dY, int rows, int... tokens) {
    var table = Tensor.scalar(Float.NaN).expand(Tensor.zeros(rows, dY.shape().length(1)).shape());
    return new Embedding(tokens).grad(dY, table, Tensor.scalar(Float.NaN).expand(dY.shape()));
  }

  @Test
  void a_row_of_the_gradient_goes_to_the_row_of_its_token() {
    var dY = Tensor.of(new float[][] {{1, 2, 3}, {4, 5, 6}});
    assertThat(gradient(dY, 4, 2, 0).toArray())
        .as(
            "the gradient of a table (4,3) whose rows 2 and 0 were looked up, dY (1, 2, 3), (4, 5, 6)")
        .containsExactly(4, 5, 6, 0, 0, 0, 1, 2, 3, 0, 0, 0);
  }

  @Test
  void a_token_that_comes_twice_gets_the_sum() {
    var dY = Tensor.of(new float[][] {{1, 2}, {10, 20}, {100, 200}});
    assertThat(gradient(dY, 3, 1, 0, 1).toArray())
        .as("the gradient of a table (3,2) for the tokens 1, 0, 1: row 1 was used twice")
        .containsExactly(10, 20, 101, 202, 0, 0);
  }

  @Test
  void the_gradient_from_above_may_be_a_view() {
    var dY = Tensor.range(2, 5).transpose().slice(0, 1, 4); // (1, 6), (2, 7), (3, 8)
    assertThat(gradient(dY, 2, 1, 1, 0).toArray())
        .as("the gradient of a table (2,2) for dY a slice of a transposed matrix")
        .containsExactly(3, 8, 3, 13);
    assertThat(gradient(Tensor.range(4, 2).slice(0, 2, 4), 2, 1, 0).toArray())
        .as("the gradient for dY the last two rows of (4,2): its data begin at from.offset()")
        .containsExactly(6, 7, 4, 5);
  }

  @Test
  void it_is_the_gradient_of_a_one_hot_product() {
    int[] tokens = {3, 0, 3, 3, 5};
    var table = Tensor.normal(random, 6, 4);
    var up = Tensor.normal(random, 5, 4);
    var oneHot = Tensor.zeros(5, 6);
    for (int i = 0; i < tokens.length; i++) {
      oneHot.set(1, i, tokens[i]);
    }
    var tape = new TensorTape();
    var t = tape.variable(table);
    var y = tape.apply(new Embedding(tokens), t);
    ExactAttention.close(
        InFloat64.product(ExactAttention.rows(oneHot), ExactAttention.rows(table)),
        y.value(),
        "the rows 3, 0, 3, 3, 5");
    tape.backward(y, up);
    ExactAttention.close(
        InFloat64.product(ExactAttention.rows(oneHot.transpose()), ExactAttention.rows(up)),
        t.gradient(),
        "the gradient of a table (6,4) for the tokens 3, 0, 3, 3, 5: onehotᵀ·dY");
  }

  @Test
  void a_token_outside_of_the_table_is_named() {
    assertThat(gradient(Tensor.full(1, 1, 1), 2, 1).toArray())
        .as("the gradient of a table (2,1) for token 1")
        .containsExactly(0, 1);
    assertThat(Thrown.by(() -> new Embedding(0, 4).forward(Tensor.zeros(4, 2))))
        .as("what looking up the tokens 0 and 4 in a table (4,2) throws")
        .isEqualTo(
            "IllegalArgumentException: a table of 4 rows has the tokens 0 to 3, got 4 at position 1");
  }
}
