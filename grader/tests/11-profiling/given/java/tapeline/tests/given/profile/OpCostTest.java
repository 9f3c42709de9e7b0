package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.autograd.Arithmetic;
import tapeline.autograd.MatMul;
import tapeline.autograd.Reductions;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.autograd.Views;
import tapeline.instruments.profile.Cost;
import tapeline.nn.CrossEntropy;
import tapeline.profile.cost.CountedBackend;
import tapeline.profile.cost.OpCost;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;
import tapeline.transformer.Normalize;

/// The cost of each op that goes through a backend, against what it asks the backend for: its
/// value, and the gradient in each input alone.
class OpCostTest {
  private final Random random = Seeds.random("op cost");

  @Test
  void arithmetic_costs_what_is_counted_when_either_side_is_stretched() {
    var ops =
        List.<TensorOp.Binary>of(
            new Arithmetic.Add(),
            new Arithmetic.Sub(),
            new Arithmetic.Mul(),
            new Arithmetic.Div(),
            new Arithmetic.Max());
    for (var op : ops) {
      check(op, Shape.of(4, 3), Shape.of(4, 3));
      check(op, Shape.of(2, 4, 3), Shape.of(3));
      check(op, Shape.of(4, 1), Shape.of(2, 4, 3));
    }
    check(new Arithmetic.Scale(2), Shape.of(4, 3));
    check(new Arithmetic.Quotient(2), Shape.of(4, 3));
    check(new Arithmetic.Shift(2), Shape.of(4, 3));
    for (var f : UnaryOp.values()) {
      check(new Arithmetic.Map(f), Shape.of(4, 3));
    }
  }

  @Test
  void products_cost_what_is_counted_when_a_batch_shares_a_side() {
    check(new MatMul(), Shape.of(2, 3), Shape.of(3, 5));
    check(new MatMul(), Shape.of(4, 2, 3), Shape.of(3, 5));
    check(new MatMul(), Shape.of(4, 1, 2, 3), Shape.of(6, 3, 5));
  }

  @Test
  void reductions_cost_what_is_counted() {
    check(new Reductions.Sum(), Shape.of(4, 3));
    check(new Reductions.Sum(1), Shape.of(2, 4, 3));
    check(new Reductions.Largest(0), Shape.of(4, 3));
    check(new Reductions.Largest(), Shape.of(4, 3));
    check(new Reductions.Softmax(), Shape.of(2, 4, 3));
    check(new Reductions.LogSumExp(), Shape.of(4, 3));
    check(new Normalize(1e-5f), Shape.of(2, 4, 3));
  }

  @Test
  void views_cost_nothing() {
    check(new Views.Reshape(3, 4), Shape.of(2, 6));
    check(new Views.Permute(1, 0), Shape.of(2, 6));
  }

  /// Four labels: a difference and a sum for each, and a division; then, in the gradient, a
  /// difference for each, and a division.
  @Test
  void cross_entropy_costs_what_is_counted_and_its_own_loop() {
    var op = new CrossEntropy(1, 0, 2, 2);
    assertThat(forward(op, Shape.of(4, 3)).plus(new Cost(2 * 4 + 1, 4 * 2 * 4, 4)))
        .as("the value of CrossEntropy (4,3): what is counted, and 4 labels' share")
        .isEqualTo(OpCost.forward(op, List.of(Shape.of(4, 3)), Shape.SCALAR));
    assertThat(backward(op, 0, Shape.of(4, 3)).plus(new Cost(4 + 1, 4 * (4 + 1), 4 * 4)))
        .as("the gradient of CrossEntropy (4,3): what is counted, and 4 labels' share")
        .isEqualTo(OpCost.backward(op, List.of(Shape.of(4, 3)), Shape.SCALAR, true));
  }

  /// An op that the course has no formula for.
  private record Unpriced() implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x;
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      return dY;
    }
  }

  @Test
  void an_op_without_a_formula_is_named_and_never_free() {
    var shape = Shape.of(2, 3);
    assertThatThrownBy(() -> OpCost.forward(new Unpriced(), List.of(shape), shape))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no cost formula for Unpriced");
    assertThat(OpCost.find(new Unpriced(), List.of(shape), shape))
        .as("find of an op without a formula")
        .isEmpty();
  }

  @Test
  void wanted_names_each_input() {
    var shapes = List.of(Shape.of(2, 3), Shape.of(2, 3));
    assertThatThrownBy(() -> OpCost.backward(new Arithmetic.Mul(), shapes, shapes.getFirst(), true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an op of 2 inputs has as many gradients, got [true]");
  }

  private void check(TensorOp op, Shape... inputs) {
    var y = apply(op, new TensorTape(), -1, inputs).shape();
    assertThat(OpCost.forward(op, List.of(inputs), y))
        .as("the cost of the value of %s %s, against what is counted", op, List.of(inputs))
        .isEqualTo(forward(op, inputs));
    for (int k = 0; k < inputs.length; k++) {
      var wanted = new boolean[inputs.length];
      wanted[k] = true;
      assertThat(OpCost.backward(op, List.of(inputs), y, wanted))
          .as("the cost of gradient %d of %s %s, against what is counted", k, op, List.of(inputs))
          .isEqualTo(backward(op, k, inputs));
    }
  }

  private Cost forward(TensorOp op, Shape... inputs) {
    return CountedBackend.of(() -> apply(op, new TensorTape(), -1, inputs));
  }

  private Cost backward(TensorOp op, int k, Shape... inputs) {
    var tape = new TensorTape();
    var y = apply(op, tape, k, inputs);
    var dY = Tensor.normal(random, y.shape().toArray());
    return CountedBackend.of(() -> tape.backward(y, dY));
  }

  /// The op of positive numbers, of which input `k` is a variable, and the others are constants.
  private Variable apply(TensorOp op, TensorTape tape, int k, Shape... shapes) {
    var inputs =
        IntStream.range(0, shapes.length)
            .mapToObj(i -> {
              var value = Tensor.uniform(random, 1, 2, shapes[i].toArray());
              return i == k ? tape.variable(value) : tape.constant(value);
            })
            .toArray(Variable[]::new);
    return switch (op) {
      case TensorOp.Unary f -> tape.apply(f, inputs[0]);
      case TensorOp.Binary f -> tape.apply(f, inputs[0], inputs[1]);
      case TensorOp.Many f -> tape.apply(f, Arrays.asList(inputs));
    };
  }
}
