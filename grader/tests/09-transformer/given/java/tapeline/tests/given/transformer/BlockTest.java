package tapeline.tests.given.transformer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;
import tapeline.tests.transformer.ExactAttention;
import tapeline.tests.transformer.ExactModel;
import tapeline.tests.transformer.TapeSlopes;
import tapeline.transformer.CharModel;
import tapeline.transformer.TransformerBlock;

class BlockTest {
  private final Random random = Seeds.random("block");
  private final TransformerBlock block = new TransformerBlock("test", 6, 2, random);

  private static Tensor forward(TransformerBlock block, Tensor x) {
    return block.forward(new TensorTape().constant(x)).value();
  }

  /// Other numbers than those that a new model has: gains of 1 and biases of 0 would hide mistakes.
  private void disturb(List<Parameter> parameters) {
    for (var p : parameters) {
      var noise = Tensor.normal(random, p.value().shape().toArray()).times(0.3f);
      p.value().assign(p.value().plus(noise));
    }
  }

  @Test
  void a_block_that_adds_nothing_hands_on_what_came_in() {
    silence("down");
    silence("output");
    var x = Tensor.normal(random, 1, 3, 6).times(5);
    assertThat(forward(block, x).toArray())
        .as("a block whose attention and perceptron both give 0: x itself, by the two sums")
        .isEqualTo(x.toArray());
  }

  @Test
  void without_its_perceptron_it_adds_the_attention() {
    disturb(block.parameters());
    silence("down");
    var x = Tensor.normal(random, 1, 4, 6).times(3);
    var exact = new ExactModel(block.parameters(), 2);
    ExactAttention.close(
        exact.block("test", ExactAttention.rows(x)),
        forward(block, x),
        "x + attention(norm1(x)), the perceptron giving 0");
  }

  @Test
  void without_its_attention_it_adds_the_perceptron() {
    disturb(block.parameters());
    silence("output");
    var x = Tensor.normal(random, 1, 4, 6).times(3);
    var exact = new ExactModel(block.parameters(), 2);
    ExactAttention.close(
        exact.block("test", ExactAttention.rows(x)),
        forward(block, x),
        "x + mlp(norm2(x)), the attention giving 0");
  }

  private void silence(String layer) {
    for (var p : block.parameters()) {
      if (p.name().contains(layer)) {
        p.value().assign(Tensor.scalar(0));
      }
    }
  }

  @Test
  void the_perceptron_sees_what_the_attention_gathered() {
    disturb(block.parameters());
    var x = Tensor.normal(random, 2, 4, 6);
    var y = forward(block, x);
    var exact = new ExactModel(block.parameters(), 2);
    for (int b = 0; b < 2; b++) {
      ExactAttention.close(
          exact.block("test", ExactAttention.rows(x.select(0, b))),
          y.select(0, b),
          "text %d of a block on (2,4,6)".formatted(b));
    }
  }

  @Test
  void the_gradient_agrees_with_differences() {
    disturb(block.parameters());
    var exact = new ExactModel(block.parameters(), 2);
    TapeSlopes.check(
        "a block",
        random,
        List.of(Tensor.normal(random, 1, 4, 6)),
        x -> block.forward(x.getFirst()),
        x -> exact.block("test", x.getFirst()));
  }

  @Test
  void a_model_is_embeddings_blocks_and_a_head() {
    var model = new CharModel(new CharModel.Size(7, 5, 6, 2, 2), random);
    disturb(model.parameters());
    int[] text = {3, 6, 0, 3, 1};
    var logits = model.logits(model.frozenTape(), text, new int[] {1, 1, 2, 5, 4}).value();
    ExactAttention.close(
        new ExactModel(model.parameters(), 2).logits(2, text),
        logits.select(0, 0),
        "the logits (5,7) of the first of two texts");
  }

  @Test
  void a_text_that_is_too_long_is_refused() {
    var model = new CharModel(new CharModel.Size(7, 5, 6, 2, 1), random);
    ExactAttention.close(
        new ExactModel(model.parameters(), 2).logits(1, new int[5]),
        model.logits(model.frozenTape(), new int[5]).value(),
        "the logits (1,5,7) of a text that fills the context");
    assertThat(Thrown.by(() -> model.logits(model.frozenTape(), new int[6])))
        .as("what a text of 6 tokens throws in a model with a context of 5")
        .isEqualTo("IllegalArgumentException: the model sees 1 to 5 positions, got 6 after 0");
    assertThat(
            Thrown.by(() -> model.logits(model.frozenTape(), new int[4], new int[3], new int[5])))
        .as("what texts of 4, 3 and 5 tokens throw")
        .isEqualTo("IllegalArgumentException: texts of a batch have one length, got 4 and 3");
  }
}
