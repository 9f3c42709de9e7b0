package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.conv.DigitsNetwork;
import tapeline.conv.Im2Col;
import tapeline.conv.MaxPool;
import tapeline.conv.Window;
import tapeline.instruments.profile.Cost;
import tapeline.nn.Losses;
import tapeline.nn.Sequential;
import tapeline.profile.cost.CountedBackend;
import tapeline.profile.cost.OpCost;
import tapeline.profile.cost.ShapeLayers;
import tapeline.profile.cost.ShapeModels;
import tapeline.profile.cost.ShapeTape;
import tapeline.profile.cost.ShapeVariable;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.transformer.CharModel;
import tapeline.transformer.Embedding;

/// The figures of a tape of shapes for a whole step, against the step: its parameters, what its
/// backend is asked for, and what its tape keeps. What ops compute beside the backend has formulas
/// that [OpCostTest] checks.
class ModelCostTest {
  private static final int BATCH = 3;

  private final Random random = Seeds.random("model cost");
  private final ShapeTape plan = new ShapeTape();

  @Test
  void a_step_of_the_perceptron_costs_what_is_counted() {
    var model = Sequential.mlp(random, 64, 12, 10);
    var x = Tensor.normal(random, BATCH, 64);
    check(
        "the perceptron 64-12-10",
        ShapeModels.mlp(plan.constant(BATCH, 64), 12, 10),
        model.parameterCount(),
        tape -> model.forward(tape.constant(x)),
        Cost.NONE,
        Cost.NONE);
  }

  @Test
  void a_step_of_the_convolutional_network_costs_what_is_counted() {
    var model = DigitsNetwork.of(6, random);
    var x = Tensor.normal(random, BATCH, 1, 8, 8);
    var window = Window.same(3);
    var columns1 = op(new Im2Col(window), Shape.of(BATCH, 1, 8, 8), Shape.of(9, BATCH * 64));
    var columns2 = op(new Im2Col(window), Shape.of(BATCH, 6, 4, 4), Shape.of(54, BATCH * 16));
    var pool1 = op(new MaxPool(2), Shape.of(BATCH, 6, 8, 8), Shape.of(BATCH, 6, 4, 4));
    var pool2 = op(new MaxPool(2), Shape.of(BATCH, 12, 4, 4), Shape.of(BATCH, 12, 2, 2));
    check(
        "the network of two convolutions",
        ShapeModels.digitsNetwork(plan.constant(BATCH, 1, 8, 8), 6),
        model.parameterCount(),
        tape -> model.forward(tape.constant(x)),
        sum(columns1.forward(), columns2.forward(), pool1.forward(), pool2.forward()),
        sum(columns2.backward(true), pool1.backward(true), pool2.backward(true)));
  }

  @Test
  void a_step_of_the_transformer_costs_what_is_counted() {
    var size = new CharModel.Size(11, 7, 12, 3, 2);
    var model = new CharModel(size, random);
    var texts = new int[][] {{0, 1, 2, 3, 4}, {5, 6, 7, 8, 9}};
    var tokens =
        op(new Embedding(IntStream.range(0, 10).toArray()), Shape.of(11, 12), Shape.of(10, 12));
    var positions = op(new Embedding(0, 1, 2, 3, 4), Shape.of(7, 12), Shape.of(5, 12));
    check(
        "a transformer of two blocks",
        ShapeModels.charModel(plan, size, 2, 5),
        model.parameterCount(),
        tape -> model.logits(tape, texts),
        sum(tokens.forward(), positions.forward()),
        sum(tokens.backward(true), positions.backward(true)));
  }

  private static OpCost op(TensorOp op, Shape x, Shape y) {
    return OpCost.of(op, List.of(x), y);
  }

  private static Cost sum(Cost... parts) {
    return List.of(parts).stream().reduce(Cost.NONE, Cost::plus);
  }

  /// @param forward what the values cost that no backend is asked for, but for the loss's
  /// @param backward and the gradients
  private void check(
      String what,
      ShapeVariable logits,
      int parameters,
      Function<TensorTape, Variable> model,
      Cost forward,
      Cost backward) {
    int rows = logits.shape().size() / logits.shape().length(-1);
    var loss = ShapeLayers.crossEntropy(logits);
    var tape = new TensorTape();
    var computed = new Variable[1];
    var counted =
        CountedBackend.of(
            () -> computed[0] = Losses.crossEntropy(model.apply(tape), new int[rows]));
    assertThat(plan.parameters()).as("the parameters of " + what).isEqualTo(parameters);
    assertThat(plan.savedBytes())
        .as("the bytes that the tape keeps of " + what)
        .isEqualTo(tape.stats().savedBytes());
    assertThat(plan.forward())
        .as("the cost of the values of %s, against what is counted", what)
        .isEqualTo(sum(counted, forward, new Cost(2L * rows + 1, 8L * rows, 4)));
    var gradients = CountedBackend.of(() -> tape.backward(computed[0]));
    assertThat(plan.backward(loss))
        .as("the cost of the gradients of %s, against what is counted", what)
        .isEqualTo(sum(gradients, backward, new Cost(rows + 1L, 4L * (rows + 1), 4L * rows)));
    assertThat(plan.peakBytes(loss))
        .as("the peak bytes of " + what)
        .isEqualTo(tape.stats().peakBytes());
  }
}
