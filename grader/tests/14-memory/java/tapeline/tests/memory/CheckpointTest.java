package tapeline.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.memory.Checkpoint;
import tapeline.memory.Dropout;
import tapeline.memory.ReplayRandom;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

@Tag("14.1")
class CheckpointTest {
  private final Random random = Seeds.random("checkpoint");
  private final Tensor x = Tensor.normal(random, 5, 3);
  private final Tensor dY = Tensor.normal(random, 5, 2);

  /// A layer without parameters.
  private record Function(UnaryOperator<Variable> f) implements Layer {
    @Override
    public Variable forward(Variable x) {
      return f.apply(x);
    }

    @Override
    public List<Parameter> parameters() {
      return List.of();
    }
  }

  /// d/dx Σ x²·dY = 2x·dY.
  @Test
  void the_gradient_of_a_square_by_hand() {
    var tape = new TensorTape();
    var in = tape.variable(Tensor.vector(3, -2));
    var y = new Checkpoint("square", new Function(Variable::square)).forward(in);
    tape.backward(y, Tensor.vector(1, 10));
    assertThat(in.gradient().toArray())
        .as("the gradient in x = (3, −2) of a checkpointed x², dY being (1, 10): 2x·dY")
        .containsExactly(6, -40);
  }

  @Test
  void gradients_are_bitwise_those_of_the_blocks() {
    var blocks = MemorySteps.blocks(random, UnaryOp.TANH, 3, 7, 4, 2);
    var plain = MemorySteps.bits(new Sequential(blocks), x, dY);
    var each = blocks.stream().<Layer>map(b -> new Checkpoint("b", b)).toList();
    assertThat(MemorySteps.bits(new Sequential(each), x, dY))
        .as("output and gradients of three checkpointed blocks, against the blocks themselves")
        .usingRecursiveComparison()
        .isEqualTo(plain);
    var nested =
        new Checkpoint("outer", new Sequential(each.get(0), new Checkpoint("in", each.get(1))));
    assertThat(MemorySteps.bits(new Sequential(nested, blocks.get(2)), x, dY))
        .as("output and gradients of checkpoints within a checkpoint")
        .usingRecursiveComparison()
        .isEqualTo(plain);
  }

  @Test
  void the_first_block_learns_although_its_input_is_a_constant() {
    var block = new Linear("0", 3, 2, random);
    var tape = new TensorTape();
    tape.backward(new Checkpoint("0", block).forward(tape.constant(x)), dY);
    assertThat(block.parameters().getFirst().gradient().toArray())
        .as("the gradient of the weight of a checkpointed Linear of a constant: Xᵀ·dY")
        .isEqualTo(x.transpose().matmul(dY).toArray());
  }

  @Test
  void a_block_is_computed_again_once_a_walk() {
    var seen = new ArrayList<Boolean>();
    var linear = new Linear("0", 3, 2, random);
    var block =
        new Sequential(
            new Function(in -> {
              seen.add(in.hasGradient());
              return in;
            }),
            linear);
    var tape = new TensorTape();
    var y = new Checkpoint("0", block).forward(tape.variable(x));
    tape.backwardKeeping(y, dY);
    assertThat(seen)
        .as("the runs of a checkpointed block, and whether its input had a gradient, after a walk")
        .containsExactly(false, true);
    tape.backward(y, Tensor.full(1, 5, 2));
    assertThat(linear.parameters().getLast().gradient().toArray())
        .as("the gradient of a bias after two walks: the sums of the columns of dY, and 5")
        .usingComparatorWithPrecision(1e-5f)
        .containsExactly(dY.sum(0).plus(5).toArray());
  }

  @Test
  void random_dropout_draws_the_same_again() {
    var blocks = MemorySteps.blocks(random, UnaryOp.GELU, 3, 7, 2);
    var draws = new ReplayRandom(5);
    var drop = new Dropout(0.3f, draws);
    var plain = MemorySteps.bits(new Sequential(blocks.get(0), drop, blocks.get(1), drop), x, dY);
    long after = draws.state();
    draws.rewind(5);
    var first = new Checkpoint("0", new Sequential(blocks.get(0), drop), draws);
    var second = new Checkpoint("1", new Sequential(blocks.get(1), drop), draws);
    assertThat(MemorySteps.bits(new Sequential(first, second), x, dY))
        .as("output and gradients of two checkpointed blocks with dropout, against the plain ones")
        .usingRecursiveComparison()
        .isEqualTo(plain);
    assertThat(draws.state() == after)
        .as("whether the generator stands after backward where the plain step has left it")
        .isTrue();
  }

  @Test
  void a_block_with_a_side_effect_is_named() {
    var count = new float[1];
    var block = new Function(in -> in.times(++count[0]));
    assertThat(
            Thrown.by(() -> {
              var tape = new TensorTape();
              tape.backward(new Checkpoint("counts", block).forward(tape.variable(x)).sum());
            }))
        .as("what backward throws through a block whose output is another one each time")
        .isEqualTo(
            "IllegalStateException: a checkpointed block gives the same output when it is computed"
                + " again, and block counts does not: it has a side effect, or draws from a"
                + " generator that it does not name");
  }

  @Test
  void a_block_that_returns_its_input_hands_on_the_gradient() {
    var tape = new TensorTape();
    var in = tape.variable(x);
    var same = new Checkpoint("same", new Function(v -> v));
    tape.backward(same.forward(in.plus(0)), x);
    assertThat(in.gradient().toArray())
        .as("the gradient through a checkpointed block that returns its input, dY being x")
        .isEqualTo(x.toArray());
  }

  @Test
  void a_fixed_parameter_gets_no_gradient() {
    var block = new Linear("0", 3, 2, random);
    var tape = new TensorTape();
    var in = tape.variable(x);
    block.parameters().getLast().fixOn(tape);
    tape.backward(new Checkpoint("0", block).forward(in), dY);
    assertThat(block.parameters().getLast().gradient().toArray())
        .as("the gradient of a bias that is fixed on the tape, through a checkpoint")
        .containsOnly(0);
    assertThat(in.gradient().toArray())
        .as("the gradient in x beside it: dY·Wᵀ")
        .isEqualTo(dY.matmul(block.parameters().getFirst().value().transpose()).toArray());
  }
}
