package tapeline.tests.given.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.tensor.Backend;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Tensor;

/// Backward releases arrays that nothing reads afterwards.
class ReleasedArraysTest {

  /// Writes NaN into each array that is released.
  private static final class Spoiling extends ForwardingBackend {
    private int released;

    Spoiling() {
      super(new CpuBackend());
    }

    @Override
    public void release(float[] array) {
      Arrays.fill(array, Float.NaN);
      released++;
    }
  }

  /// Half of the squares; with a gradient of ones its own gradient is its input.
  private record HalfSquare() implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x.times(x).times(0.5f);
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      return x;
    }
  }

  /// A function of X and P by a tape of its own, whose gradient in P is kept.
  private record Within(BinaryOperator<Variable> f, List<Tensor> kept) implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x; // any tensor of this shape
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      var tape = new TensorTape();
      var inner = tape.variable(x);
      var p = tape.variable(Tensor.full(1, 2, 3));
      tape.backward(f.apply(inner, p), dY);
      kept.add(p.gradient());
      return inner.gradient();
    }
  }

  enum Graph {
    CHAIN(3, x -> x.tanh().square()),
    RESIDUAL(5, x -> x.plus(x.tanh()).tanh().square()),
    VIEWS(3, x -> x.tanh().transpose().reshape(6).tanh()),
    KEPT_TENSOR(1, x -> x.tape().apply(new HalfSquare(), x)),
    TWO_PATHS(5, x -> x.exp().times(x));

    private final int released;

    @SuppressWarnings("ImmutableEnumChecker") // the functions keep nothing
    private final UnaryOperator<Variable> f;

    /// @param released all arrays of gradients but the variable's and the one that is given
    Graph(int released, UnaryOperator<Variable> f) {
      this.released = released;
      this.f = f;
    }

    /// Returns all that a program can read after backward.
    List<float[]> readable(Tensor x) {
      var tape = new TensorTape();
      var variable = tape.variable(x);
      var inner = variable.exp().plus(variable);
      var y = f.apply(inner);
      tape.backward(y.sum());
      return Stream.of(x, inner.value(), y.value(), variable.gradient())
          .map(Tensor::toArray)
          .toList();
    }
  }

  private static Tensor x() {
    return Tensor.of(new float[] {0.1f, 0.7f, -0.4f, 1.2f, -0.9f, 0.3f}, 2, 3);
  }

  @ParameterizedTest
  @EnumSource
  void none_that_is_read_later(Graph graph) {
    var right = graph.readable(x());
    var spoiling = new Spoiling();
    try (var _ = Backend.use(spoiling)) {
      assertThat(graph.readable(x())).as("%s", graph).usingRecursiveComparison().isEqualTo(right);
    }
    assertThat(spoiling.released).as("%s: released arrays", graph).isEqualTo(graph.released);
  }

  @Test
  void none_of_a_tape_that_is_walked_again() {
    var spoiling = new Spoiling();
    try (var _ = Backend.use(spoiling)) {
      var tape = new TensorTape();
      var x = tape.variable(x());
      var y = x.tanh().square().sum();
      tape.backwardKeeping(y);
      assertThat(spoiling.released).isZero();
    }
  }

  @Test
  void not_the_gradient_that_backward_was_begun_with() {
    try (var _ = Backend.use(new Spoiling())) {
      var tape = new TensorTape();
      var dY = Tensor.full(2, 2, 3);
      tape.backward(tape.variable(x()).tanh(), dY);
      assertThat(dY.toArray()).containsOnly(2);
    }
  }

  @Test
  void not_what_a_tape_within_an_op_holds() {
    var kept = new ArrayList<Tensor>();
    try (var _ = Backend.use(new Spoiling())) {
      var handsOnWhatItGot = new Within((x, p) -> x.tanh().plus(p), kept);
      var handsOnItsOwn = new Within((x, p) -> x.plus(p).times(2), kept);
      for (var within : List.of(handsOnWhatItGot, handsOnItsOwn)) {
        var tape = new TensorTape();
        var x = tape.variable(x()).exp();
        tape.backward(tape.apply(within, x).plus(x.tanh()).times(2).sum());
      }
    }
    assertThat(kept.get(0).toArray()).containsOnly(2);
    assertThat(kept.get(1).toArray()).containsOnly(4);
  }
}
