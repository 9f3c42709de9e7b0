package tapeline.tests.autograd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.autograd.Views;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

/// Which gradients the walk computes, and where it adds them.
@Tag("05.7")
class WalkTest {
  private final Random random = Seeds.random("walk");
  private final TensorTape tape = new TensorTape();

  private Tensor matrix() {
    return Tensor.normal(random, 3, 5);
  }

  @Test
  void each_input_gets_its_own_gradient() {
    var a = tape.variable(Tensor.vector(7, 8));
    var b = tape.variable(Tensor.vector(2, 4));
    tape.backward(a.minus(b), Tensor.vector(5, 6));
    assertThat(a.gradient().toArray()).as("the gradient of a in a − b").containsExactly(5, 6);
    assertThat(b.gradient().toArray()).as("the gradient of b in a − b").containsExactly(-5, -6);
  }

  @Test
  void the_first_of_two_inputs_may_be_a_constant() {
    var c = tape.constant(Tensor.vector(7, 8));
    var x = tape.variable(Tensor.vector(2, 4));
    tape.backward(c.minus(x), Tensor.vector(5, 6));
    assertThat(x.gradient().toArray()).as("the gradient of x in c − x").containsExactly(-5, -6);
  }

  @Test
  void a_variable_may_be_made_between_the_ops() {
    var x = tape.variable(Tensor.vector(1, 2));
    var square = x.square();
    var w = tape.variable(Tensor.vector(5, 7));
    tape.backward(square.times(w).sum());
    assertThat(w.gradient().toArray()).as("the gradient of w in Σ x²·w").containsExactly(1, 4);
    assertThat(x.gradient().toArray())
        .as("the gradient of x in Σ x²·w at (1, 2), w = (5, 7) being made after x²: 2x·w")
        .containsExactly(10, 28);
  }

  @Test
  void a_value_used_three_times_gets_three_shares() {
    var x = tape.variable(Tensor.vector(1, 2));
    var shared = x.times(2);
    tape.backward(shared.plus(shared).minus(shared.neg()), Tensor.vector(1, 10));
    assertThat(x.gradient().toArray())
        .as("the gradient of s + s − (−s) with s = 2x, upstream (1, 10): 6 for each use of 1")
        .containsExactly(6, 60);
  }

  @Test
  void a_stretched_input_gets_a_gradient_of_its_own_shape() {
    var bias = tape.variable(Tensor.vector(1, 2, 3));
    tape.backward(tape.constant(Tensor.zeros(2, 3)).plus(bias), Tensor.range(2, 3));
    assertThat(bias.gradient().shape())
        .as("the shape of the gradient of b (3) in a (2,3) + b: gradients.add sums it")
        .isEqualTo(Shape.of(3));
    assertThat(bias.gradient().toArray())
        .as("the gradient of b in a (2,3) + b, dY = (0, 1, 2), (3, 4, 5)")
        .containsExactly(3, 5, 7);
  }

  @Test
  void a_variable_that_the_output_does_not_depend_on_gets_zeros() {
    var before = tape.variable(matrix());
    var x = tape.variable(Tensor.vector(1, 2));
    before.times(before).sum();
    var y = x.times(3).sum();
    var after = tape.variable(matrix());
    tape.backward(y);
    for (var other : List.of(before, after)) {
      assertThat(other.gradient().toArray())
          .as("the gradient of a variable (3,5) that the output does not depend on")
          .containsOnly(0);
    }
    assertThat(x.gradient().toArray()).as("the gradient of x in Σ 3x").containsExactly(3, 3);
  }

  /// A product that notes which of its gradients were asked for.
  private record Noting(List<String> asked) implements TensorOp.Binary {
    @Override
    public Tensor forward(Tensor a, Tensor b) {
      return a.times(b);
    }

    @Override
    public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y) {
      asked.add("gradA");
      return dY.times(b);
    }

    @Override
    public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y) {
      asked.add("gradB");
      return dY.times(a);
    }
  }

  private List<String> askedFor(Variable a, Variable b) {
    var op = new Noting(new ArrayList<>());
    var y = tape.apply(op, a, b);
    tape.apply(op, b, a); // the output does not depend on this one
    tape.backward(y.sum());
    return op.asked();
  }

  @Test
  void a_gradient_that_nobody_needs_is_not_computed() {
    var c = tape.constant(matrix());
    assertThat(askedFor(tape.variable(matrix()), tape.variable(matrix())))
        .as("the gradients asked of variable·variable")
        .containsExactlyInAnyOrder("gradA", "gradB");
    assertThat(askedFor(tape.variable(matrix()), c))
        .as("the gradients asked of variable·constant: the constant's costs time and is no use")
        .containsExactly("gradA");
    assertThat(askedFor(c, tape.variable(matrix())))
        .as("the gradients asked of constant·variable")
        .containsExactly("gradB");
  }

  @Test
  void each_of_many_inputs_gets_its_part() {
    var a = tape.variable(Tensor.range(2, 2));
    var c = tape.constant(Tensor.range(2, 1));
    var b = tape.variable(Tensor.range(2, 3));
    var y = tape.apply(new Views.Concat(1), List.of(a, c, b));
    tape.backward(y, Tensor.range(2, 6));
    assertThat(a.gradient().toArray())
        .as("the gradient of a (2,2), columns 0 and 1 of a concat (2,6), dY = 0 … 11")
        .containsExactly(0, 1, 6, 7);
    assertThat(b.gradient().toArray())
        .as("the gradient of b (2,3), columns 3 to 5 of a concat (2,6), dY = 0 … 11")
        .containsExactly(3, 4, 5, 9, 10, 11);
    assertThat(Thrown.by(() -> tape.apply(new Views.Concat(0), List.of(a, b))))
        .as("what concat of (2,2) and (2,3) along axis 0 throws")
        .isEqualTo(
            "IllegalArgumentException: concat needs shapes that are equal but for axis 0, got"
                + " (2,2) and (2,3)");
  }

  @Test
  void each_backward_tells_a_variables_gradient_once() {
    var heard = new ArrayList<Float>();
    var x = tape.variable(Tensor.scalar(3), g -> heard.add(g.item()));
    var silent = new ArrayList<Tensor>();
    tape.variable(Tensor.scalar(3), silent::add);
    var y = x.times(x).plus(x);
    tape.backwardKeeping(y);
    assertThat(heard)
        .as("what onGradient got of x² + x at 3: the whole gradient, when it is whole")
        .containsExactly(7f);
    tape.backward(y);
    assertThat(heard).as("after a second backward").containsExactly(7f, 7f);
    assertThat(silent).as("onGradient of a variable that the output does not reach").isEmpty();
  }

  @Test
  void a_gradient_that_fits_no_input_is_an_error() {
    record Wrong() implements TensorOp.Unary {
      @Override
      public Tensor forward(Tensor x) {
        return x.square();
      }

      @Override
      public Tensor grad(Tensor dY, Tensor x, Tensor y) {
        return dY.times(x).transpose();
      }
    }
    var x = tape.variable(matrix());
    var y = tape.apply(new Wrong(), x);
    assertThat(Thrown.by(() -> tape.backward(y, Tensor.zeros(3, 5))))
        .as("what backward throws through an op of X (3,5) whose gradient is (5,3)")
        .startsWith("IllegalStateException: a gradient has the shape of its input")
        .endsWith("got (5,3) for (3,5)");
    assertThat(Thrown.by(x::gradient))
        .as("what gradient() throws after a backward that failed")
        .isEqualTo("IllegalStateException: a gradient is known after backward(output)");
  }
}
