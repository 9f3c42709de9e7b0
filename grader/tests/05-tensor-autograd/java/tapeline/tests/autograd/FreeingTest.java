package tapeline.tests.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.autograd.TensorTapeStats;
import tapeline.autograd.Variable;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

/// The nodes that backward leaves, and how much the tape held on the way. Numbers are 4 bytes.
@Tag("05.7")
class FreeingTest {
  private final Random random = Seeds.random("freeing");
  private final TensorTape tape = new TensorTape();
  private final Variable x = tape.variable(Tensor.normal(random, 3, 5));
  private final Variable w = tape.variable(Tensor.normal(random, 3, 5));

  /*
   * Σ tanh(x·w): the product keeps x and w (120 bytes), tanh its result (60), the sum nothing.
   * Backward holds at most, beside the gradients before and after the op it has reached:
   * the sum: 180 kept, and 4: its gradient stretched is the same number
   * tanh: 180 kept, 4 and 60
   * the product: 120 kept, 60, 60 and 60
   */
  private Variable loss() {
    return x.times(w).tanh().sum();
  }

  @Test
  void backward_frees_what_it_has_passed() {
    tape.backward(loss());
    assertThat(tape.stats())
        .as("stats() after backward of Σ tanh(x·w): 2 variables, nothing kept, 2 gradients")
        .isEqualTo(new TensorTapeStats(2, 0, 120, 300));
  }

  @Test
  void backwardKeeping_leaves_the_tape_as_it_is() {
    tape.backwardKeeping(loss());
    assertThat(tape.stats())
        .as("stats() after backwardKeeping of Σ tanh(x·w): 2 variables, 3 ops, what they kept")
        .isEqualTo(new TensorTapeStats(5, 180, 120, 360));
  }

  @Test
  void a_gradient_that_two_variables_share_counts_once() {
    tape.backward(x.plus(w).sum());
    assertThat(tape.stats())
        .as("stats() after backward of Σ(x + w): both gradients are the one number 1, stretched")
        .isEqualTo(new TensorTapeStats(2, 0, 4, 4));
  }

  /// The table in the module's README.
  @Test
  void the_ops_of_the_benchmarks_hold_what_was_predicted() {
    var x = Shape.of(64, 1024);
    long n = 4L * x.size();
    holds(
        "relu(x·w + b)²",
        3 * n,
        5 * n,
        v -> v.get(0).times(v.get(1)).plus(v.get(2)).relu().square(),
        x,
        x,
        x);
    holds(
        "X·W",
        196_608,
        425_984,
        v -> v.get(0).matmul(v.get(1)),
        Shape.of(64, 256),
        Shape.of(256, 128));
    holds("X + b", 0, n + 4096, v -> v.get(0).plus(v.get(1)), x, Shape.of(1024));
    holds("Σ X", 0, 4, v -> v.get(0).sum(), x);
    holds("softplus X", n, 3 * n, v -> v.get(0).softplus(), x);
    holds("logSumExp X", n, 2 * n + 256, v -> v.get(0).logSumExp(), x);
  }

  private static void holds(
      String what, long forward, long backward, TapeCheck.Taped f, Shape... inputs) {
    var own = new TensorTape();
    var y = f.of(Arrays.stream(inputs).map(s -> own.variable(Tensor.zeros(s))).toList());
    assertThat(own.stats().peakBytes()).as("the peak of %s after forward", what).isEqualTo(forward);
    own.backward(y, Tensor.full(0.5f, y.shape().toArray()));
    assertThat(own.stats().peakBytes())
        .as("the peak of %s after backward", what)
        .isEqualTo(backward);
  }

  @Test
  void what_the_output_does_not_rest_on_stays() {
    var other = x.exp();
    tape.backward(loss());
    assertThat(tape.stats().savedBytes())
        .as("saved after backward of Σ tanh(x·w), beside eˣ, which is for another output")
        .isEqualTo(60);
    tape.backward(other.sum());
    assertThat(x.gradient().toArray())
        .as("the gradient of Σ eˣ, of the last backward alone")
        .isEqualTo(other.value().toArray());
    assertThat(tape.stats().savedBytes()).as("saved after that").isZero();
  }

  @Test
  void what_was_freed_can_be_collected() throws InterruptedException {
    var kept = new WeakReference<>(recorded());
    for (int i = 0; i < 50 && kept.get() != null; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(kept.get())
        .as("the tensor between x² and its tanh, after backward: the tape holds on to nothing")
        .isNull();
    assertThat(x.gradient().at(0, 0)).as("and the gradient is there").isNotZero();
  }

  /// A tensor that the tape kept for a backward that is done.
  private Tensor recorded() {
    var square = x.square();
    tape.backward(square.tanh().sum());
    return square.value();
  }

  @Test
  void a_second_backward_is_an_error_after_which_no_gradient_is_known() {
    var y = loss();
    tape.backward(y);
    assertThat(w.gradient().at(0, 0)).as("the gradient of the first").isNotZero();
    assertThat(Thrown.by(() -> tape.backward(y)))
        .as("what backward throws of an output that was walked before")
        .startsWith("IllegalStateException: an earlier backward freed")
        .contains("backwardKeeping");
    assertThat(Thrown.by(x::gradient))
        .as("what gradient() throws after a backward that failed")
        .isEqualTo("IllegalStateException: a gradient is known after backward(output)");
  }

  @Test
  void only_variables_have_gradients_afterwards() {
    var c = tape.constant(Tensor.scalar(2));
    var product = x.times(c);
    tape.backward(product.sum());
    assertThat(x.gradient().toArray()).as("the gradient of x in Σ 2x").containsOnly(2);
    assertThat(Thrown.by(c::gradient))
        .as("what gradient() of a constant () throws")
        .isEqualTo("IllegalStateException: a constant has no gradient, ()");
    assertThat(Thrown.by(product::gradient))
        .as("what gradient() of a product (3,5) throws")
        .startsWith("IllegalStateException: only variables keep their gradients")
        .endsWith("(3,5)");
  }

  @Test
  void outputs_that_backward_cannot_start_from_are_refused() {
    tape.backward(x.sum());
    assertThat(x.gradient().toArray()).as("the gradient of x in Σ x").containsOnly(1);
    assertThat(Thrown.by(() -> tape.backward(x)))
        .as("what backward from (3,5) without its gradient throws")
        .startsWith("IllegalArgumentException: backward starts from one number, got (3,5)");
    assertThat(Thrown.by(() -> tape.backward(x, Tensor.zeros(5, 3))))
        .as("what backward from (3,5) with dY (5,3) throws")
        .isEqualTo(
            "IllegalArgumentException: the output's gradient has its shape (3,5), got (5,3)");
    assertThat(Thrown.by(() -> tape.backward(tape.constant(Tensor.scalar(1)))))
        .as("what backward from a constant throws")
        .startsWith("IllegalArgumentException: backward needs an output")
        .endsWith("got a constant");
    var other = new TensorTape().variable(Tensor.scalar(1));
    assertThat(Thrown.by(() -> tape.backward(other)))
        .as("what backward from another tape's variable throws")
        .startsWith("IllegalArgumentException: backward needs an output")
        .endsWith("got a variable of another tape");
  }
}
