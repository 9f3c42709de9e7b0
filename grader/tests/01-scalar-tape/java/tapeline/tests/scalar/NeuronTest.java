package tapeline.tests.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.scalar.Neuron;
import tapeline.scalar.ScalarOp;
import tapeline.tests.Seeds;

@Tag("01.7")
class NeuronTest {
  private static final Offset<Double> EPS = within(1e-12);

  @Test
  void a_step_returns_the_mean_loss_before_it() {
    var neuron = new Neuron(ScalarOp.TANH, 0.5, 2, -1);
    double[][] inputs = {{0.3, 0.1}, {-0.2, 0.4}, {0.5, 1.5}};
    double[] targets = {1, -1, 0.25};
    double expected = 0;
    for (int n = 0; n < 3; n++) {
      double error = Math.tanh(2 * inputs[n][0] - inputs[n][1] + 0.5) - targets[n];
      expected += error * error / 3;
    }
    assertThat(neuron.step(inputs, targets, 0.1))
        .as("step on 3 examples returns Σ error² / 3, of the weights it began with")
        .isCloseTo(expected, EPS);
  }

  @Test
  void a_step_moves_each_weight_and_the_bias_down_its_slope() {
    var neuron = new Neuron(ScalarOp.TANH, 0.5, 2, -1);
    double y = Math.tanh(2 * 0.3 - 0.1 + 0.5);
    double slope = 2 * (y - 0.2) * (1 - y * y); // ∂(tanh z − 0.2)²/∂z
    neuron.step(new double[][] {{0.3, 0.1}}, new double[] {0.2}, 0.1);
    assertThat(neuron.weights()[0])
        .as("weight 0 after one step with rate 0.1: 2 − 0.1 · ∂loss/∂w₀")
        .isCloseTo(2 - 0.1 * slope * 0.3, EPS);
    assertThat(neuron.weights()[1])
        .as("weight 1 after one step with rate 0.1: −1 − 0.1 · ∂loss/∂w₁")
        .isCloseTo(-1 - 0.1 * slope * 0.1, EPS);
    assertThat(neuron.bias())
        .as("bias after one step with rate 0.1: 0.5 − 0.1 · ∂loss/∂b")
        .isCloseTo(0.5 - 0.1 * slope, EPS);
  }

  @Test
  void the_same_examples_twice_make_the_same_step() {
    var once = new Neuron(ScalarOp.SIGMOID, 0.1, 0.7);
    var twice = new Neuron(ScalarOp.SIGMOID, 0.1, 0.7);
    once.step(new double[][] {{1}, {-3}}, new double[] {1, 0}, 0.5);
    twice.step(new double[][] {{1}, {-3}, {1}, {-3}}, new double[] {1, 0, 1, 0}, 0.5);
    assertThat(twice.weights()[0])
        .as("weight after a step on {A, B, A, B} against {A, B}: the loss is a mean")
        .isCloseTo(once.weights()[0], EPS);
  }

  @Test
  void a_neuron_finds_the_weights_that_made_the_data() {
    var random = Seeds.random("teacher");
    var teacher = new Neuron(ScalarOp.TANH, -0.3, 0.8, -0.5);
    var inputs = new double[20][];
    var targets = new double[20];
    for (int n = 0; n < inputs.length; n++) {
      inputs[n] = new double[] {Seeds.uniform(random, -2, 2), Seeds.uniform(random, -2, 2)};
      targets[n] = teacher.predict(inputs[n]);
    }
    var student = new Neuron(ScalarOp.TANH, 0, 0, 0);
    for (int i = 0; i < 500; i++) student.step(inputs, targets, 0.5);
    assertThat(student.weights())
        .as("weights after 500 steps on data of a neuron with the weights 0.8 and −0.5")
        .containsExactly(new double[] {0.8, -0.5}, within(0.01));
    assertThat(student.bias())
        .as("bias after 500 steps on data of a neuron with bias −0.3")
        .isCloseTo(-0.3, within(0.01));
  }
}
