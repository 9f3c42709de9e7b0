package tapeline.tests.given.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorTape;
import tapeline.memory.ArrayPool;
import tapeline.memory.ChainBlock;
import tapeline.memory.Checkpoint;
import tapeline.memory.Dropout;
import tapeline.memory.InPlace;
import tapeline.memory.LiveBytes;
import tapeline.memory.LiveBytes.MemoryMark;
import tapeline.memory.ReplayRandom;
import tapeline.nn.Linear;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.AllocatedBytes;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

class GivenMemoryTest {
  @Test
  void a_gradient_that_backward_was_begun_with_stays() {
    var pool = new ArrayPool();
    try (var _ = Backend.use(pool)) {
      pool.step();
      var dY = Tensor.full(3, 4);
      var tape = new TensorTape();
      var x = tape.variable(Tensor.full(2, 4));
      tape.backward(x.square().exp().neg(), dY);
      Tensor.full(9, 4);
      Tensor.full(9, 4);
      assertThat(dY.toArray()).as("the dY of a backward, after other tensors").containsOnly(3);
    }
  }

  @Test
  void a_parameter_that_is_written_before_backward_is_refused() {
    var block = new Linear("0", 3, 2, Seeds.random("written"));
    var tape = new TensorTape();
    var y = new Checkpoint("first", block).forward(tape.variable(Tensor.zeros(4, 3)));
    block.parameters().getFirst().value().assign(Tensor.zeros(3, 2));
    assertThat(Thrown.by(() -> tape.backward(y.sum())))
        .as("backward through a checkpoint whose weight was written since")
        .isEqualTo(
            "IllegalStateException: backward reads input 1 of Checkpoint first, (3,2), and it was"
                + " written in place since the op was recorded");
  }

  /// tanh keeps its result, 40 bytes; in backward a gradient of 40 comes and goes.
  @Test
  void marks_have_what_is_held_and_the_peak_between_them() {
    var live = new LiveBytes();
    try (var _ = TapeListener.use(live)) {
      var tape = new TensorTape();
      var x = tape.variable(Tensor.zeros(10));
      var y = x.tanh();
      live.mark("forward");
      tape.backward(y, Tensor.full(1, 10));
      live.mark("backward");
    }
    assertThat(live.marks())
        .as("marks: 40 bytes kept; then y, dY and dX at once, and dX that stays")
        .containsExactly(
            new MemoryMark("forward", 40, 40, 40), new MemoryMark("backward", 40, 0, 120));
    assertThat(live.peak()).as("the peak of both").isEqualTo(120);
  }

  @Test
  void dropout_keeps_the_mean_and_draws_the_same_again() {
    var random = new ReplayRandom(7);
    var x = Tensor.full(1, 40, 50);
    var dropout = new Dropout(0.25f, random);
    var y = dropout.apply(x);
    assertThat(y.mean().item()).as("the mean of 2000 ones after dropout").isBetween(0.9f, 1.1f);
    random.rewind(7);
    assertThat(dropout.apply(x).toArray()).as("dropout, drawn again").isEqualTo(y.toArray());
    assertThat(Thrown.by(() -> new Dropout(1, random)))
        .as("a rate of 1")
        .isEqualTo("IllegalArgumentException: a rate of dropout is from 0 to below 1, got 1.0");
  }

  @Test
  void a_walk_holds_the_gradient_in_the_output_or_does_not() {
    assertThat(
            List.of(
                Thrown.by(() -> new ChainBlock(1, 4, 9, 4, 0, 0)),
                Thrown.by(() -> new ChainBlock(-1, 4, 9, 5, 0, 0))))
        .as("blocks whose bytes do not go together")
        .containsExactly(
            "IllegalArgumentException: the gradient in the output, 4 bytes, is a part of the walk:"
                + " got 9, and without it 4",
            "IllegalArgumentException: bytes and FLOPs are not negative, got -1 kept, 4 output, 0"
                + " left, 0 flops");
  }

  /// A tensor of (64,64) has 16,384 bytes, the entries of a tape some hundred.
  @Test
  void ops_in_place_on_a_tape_make_no_tensor() {
    var x = Tensor.normal(Seeds.random("in place"), 64, 64);
    var factor = x.copy();
    long bytes =
        AllocatedBytes.perRun(
            5,
            () -> {
              var tape = new TensorTape();
              var b = tape.constant(factor);
              InPlace.map(
                  UnaryOp.TANH, InPlace.mul(InPlace.sub(InPlace.add(tape.variable(x), b), b), b));
            });
    assertThat(bytes).as("bytes of add, sub, mul and tanh in place on (64,64)").isLessThan(16_384);
  }

  @Test
  void a_function_whose_slope_reads_its_operand_is_refused_in_place() {
    var x = new TensorTape().variable(Tensor.zeros(3, 4));
    assertThat(Thrown.by(() -> InPlace.map(UnaryOp.SQUARE, x)))
        .as("square in place")
        .isEqualTo(
            "IllegalStateException: square in place would overwrite the operand that its own"
                + " backward reads, (3,4)");
  }
}
