package tapeline.tests.given.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.data.Dataset;
import tapeline.nn.CrossEntropy;
import tapeline.nn.GradientDescent;
import tapeline.nn.Losses;
import tapeline.nn.Metrics;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.nn.TrainingRun;
import tapeline.tensor.Tensor;

class NetworkTest {
  private final TensorTape tape = new TensorTape();

  @Test
  void a_perceptron_has_a_weight_and_a_bias_between_two_widths() {
    var model = Sequential.mlp(new Random(1), 4, 8, 3);
    assertThat(model.parameters().stream().map(Parameter::toString))
        .containsExactly("0.weight (4,8)", "0.bias (8)", "1.weight (8,3)", "1.bias (3)");
    assertThat(model.parameterCount()).isEqualTo(4 * 8 + 8 + 8 * 3 + 3);
    assertThatThrownBy(() -> Sequential.mlp(new Random(1), 4))
        .hasMessage("a perceptron has at least inputs and outputs, got 1 widths");
  }

  @Test
  void a_perceptron_has_relu_between_its_layers_and_none_behind_them() {
    var model = Sequential.mlp(new Random(1), 1, 2, 1);
    set(model, 0, 1, -1); // hidden: x and −x
    set(model, 2, -3, -5); // output: −3·relu(x) − 5·relu(−x)
    assertThat(model.apply(Tensor.of(new float[] {2, -2}, 2, 1)).toArray())
        .containsExactly(-6, -10);
  }

  private static void set(Sequential model, int parameter, float... values) {
    var value = model.parameters().get(parameter).value();
    value.assign(Tensor.of(values, value.shape().toArray()));
  }

  @Test
  void the_mean_square_error_and_its_gradient() {
    var y = tape.variable(Tensor.of(new float[][] {{1, 2, 3}, {4, 5, 6}}));
    var loss = Losses.mse(y, Tensor.of(new float[][] {{1, 2, 0}, {4, 7, 6}}));
    assertThat((double) loss.value().item()).isCloseTo((9 + 4) / 6.0, within(1e-6));
    tape.backward(loss);
    assertThat(y.gradient().toArray())
        .containsExactly(new float[] {0, 0, 1, 0, -2 / 3f, 0}, within(1e-6f));
  }

  @Test
  void the_mean_square_error_stretches_nothing() {
    assertThatThrownBy(() -> Losses.mse(tape.constant(Tensor.zeros(3, 1)), Tensor.zeros(3)))
        .hasMessage("the mean square error needs two tensors of one shape, got (3,1) and (3)");
  }

  @Test
  void cross_entropy_wants_a_label_a_row_and_each_a_class() {
    assertThatThrownBy(() -> new CrossEntropy(0, 1).forward(Tensor.zeros(3, 4)))
        .hasMessage("cross-entropy needs a label for each row of logits, got 2 labels for (3,4)");
    assertThatThrownBy(() -> new CrossEntropy().forward(Tensor.zeros(0, 4)))
        .hasMessage("cross-entropy needs a label for each row of logits, got 0 labels for (0,4)");
    assertThatThrownBy(() -> new CrossEntropy(0, 1, 4).forward(Tensor.zeros(3, 4)))
        .hasMessage("a label is from 0 to 3, got 4 in row 2");
  }

  @Test
  void cross_entropys_gradient_arrives_by_the_tape() {
    var x = tape.variable(Tensor.zeros(1, 2));
    tape.backward(Losses.crossEntropy(x, 1).times(6));
    assertThat(x.gradient().toArray()).containsExactly(3, -3);
  }

  @Test
  void cross_entropy_remembers_its_labels() {
    int[] labels = {1};
    var op = new CrossEntropy(labels);
    labels[0] = 0;
    assertThat(op.labels()).containsExactly(1);
  }

  @Test
  void accuracy_wants_a_row_of_logits_an_example() {
    var none = new Dataset(Tensor.zeros(0, 2), new int[0], 2);
    assertThatThrownBy(() -> Metrics.accuracy(new Sequential(), none))
        .hasMessageContaining("got 0 rows for 0 examples");
    var images = new Dataset(Tensor.zeros(2, 3, 4), new int[2], 4);
    assertThatThrownBy(() -> Metrics.accuracy(new Sequential(), images))
        .hasMessageContaining("got 6 rows for 2 examples");
  }

  @Test
  void a_row_with_nan_is_not_right() {
    float nan = Float.NaN;
    var rows = new Dataset(Tensor.of(new float[] {nan, nan, 1, nan, 0, 1}, 3, 2), new int[3], 2);
    assertThat(Metrics.accuracy(new Sequential(), rows))
        .as("rows (NaN, NaN), (1, NaN), (0, 1), the right class 0 in each")
        .isZero();
  }

  @Test
  void a_batch_and_a_rate_are_above_0() {
    var descent = new GradientDescent(1);
    assertThatThrownBy(() -> new Trainer(new Sequential(), descent, 0, new Random(1)))
        .hasMessage("a batch has at least one example, got 0");
    assertThatThrownBy(() -> new GradientDescent(0))
        .hasMessage("a learning rate is above 0, got 0.0");
    assertThatThrownBy(() -> new GradientDescent(Float.NaN))
        .hasMessage("a learning rate is above 0, got NaN");
  }

  @Test
  void an_epochs_loss_is_the_mean_over_its_examples() {
    var data = new Dataset(Tensor.zeros(5, 2), new int[5], 2);
    var model = Sequential.mlp(new Random(1), 2, 2);
    var trainer = new Trainer(model, _ -> {}, 2, new Random(1));
    assertThat(trainer.epoch(data)).isCloseTo(Math.log(2), within(1e-6));
  }

  @Test
  void runs_make_a_table() {
    var runs =
        List.of(
            new TrainingRun("MLP 64-64-10", 1, 30, 0.99861, 0.97214, 0.514),
            new TrainingRun("MLP 64-64-10", 2, 30, 1, 0.9666, 12));
    assertThat(TrainingRun.table(runs))
        .isEqualTo(
            """
            model         seed  epochs  training     test  seconds
            ────────────  ────  ──────  ────────  ───────  ───────
            MLP 64-64-10     1      30   99.86 %  97.21 %     0.51
            MLP 64-64-10     2      30  100.00 %  96.66 %    12.00
            test: mean 96.94 %, worst 96.66 %, of 2 seeds
            """);
  }
}
