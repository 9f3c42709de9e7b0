package tapeline.tests.given.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

class ParameterTest {
  private final Parameter p = new Parameter("p", Tensor.vector(2, 3));

  @Test
  void a_parameter_is_one_variable_of_a_tape_however_often_it_is_used() {
    var tape = new TensorTape();
    assertThat(p.on(tape)).isSameAs(p.on(tape)).isNotSameAs(p.on(new TensorTape()));
  }

  @Test
  void gradients_of_two_uses_add_up() {
    var tape = new TensorTape();
    tape.backward(p.on(tape).times(p.on(tape)).sum());
    assertThat(p.gradient().toArray()).as("d(Σ p²)/dp = 2p").containsExactly(4, 6);
  }

  @Test
  void gradients_of_two_tapes_gather_until_they_are_cleared() {
    for (int k = 0; k < 2; k++) {
      var tape = new TensorTape();
      tape.backward(p.on(tape).times(5).sum());
    }
    assertThat(p.gradient().toArray()).as("twice 5").containsExactly(10, 10);
    p.clearGradient();
    assertThat(p.gradient().toArray()).as("cleared").containsExactly(0, 0);
  }

  @Test
  void a_parameter_fixed_on_a_tape_has_no_gradient_there() {
    var tape = new TensorTape();
    p.fixOn(tape);
    assertThat(p.on(tape).hasGradient()).isFalse();
    assertThat(p.on(new TensorTape()).hasGradient()).as("on another tape").isTrue();
  }

  @Test
  void a_gradient_of_another_shape_is_refused() {
    assertThatThrownBy(() -> p.setGradient(Tensor.zeros(3)))
        .hasMessage("the gradient of p has the shape (2), got (3)");
  }

  @Test
  void a_view_becomes_a_value_of_its_own() {
    var turned = Tensor.range(2, 3).transpose();
    var owned = new Parameter("turned", turned).value();
    assertThat(owned.isContiguous()).isTrue();
    assertThat(owned.toArray()).isEqualTo(turned.toArray());
  }

  @Test
  void a_layer_that_is_applied_records_nothing() {
    var layer = new Scale();
    assertThat(layer.apply(Tensor.vector(4, 5)).toArray()).containsExactly(8, 15);
    assertThat(layer.recorded).as("whether the product was recorded").isFalse();
    layer.forward(new TensorTape().constant(Tensor.vector(4, 5)));
    assertThat(layer.recorded).as("whether the product was recorded by forward").isTrue();
    assertThat(layer.parameterCount()).isEqualTo(2);
  }

  private final class Scale implements Layer {
    boolean recorded;

    @Override
    public Variable forward(Variable x) {
      var y = x.times(p.on(x.tape()));
      recorded = y.hasGradient();
      return y;
    }

    @Override
    public List<Parameter> parameters() {
      return List.of(p);
    }
  }
}
