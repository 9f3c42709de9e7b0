package tapeline.tests.nn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.Variable;
import tapeline.data.Dataset;
import tapeline.nn.GradientDescent;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.nn.Trainer;
import tapeline.tensor.Tensor;
import tapeline.tests.InFloat64;
import tapeline.tests.Seeds;

@Tag("06.8")
class TrainingStepTest {
  private static final float RATE = 0.5f;

  private final Random random = Seeds.random("training step");
  private final Linear model = new Linear("model", Tensor.normal(random, 3, 4));
  private final Parameter weight = model.parameters().getFirst();
  private final Parameter bias = model.parameters().getLast();
  private final Dataset part =
      new Dataset(Tensor.normal(random, 5, 3), new int[] {0, 3, 1, 1, 2}, 4);

  @Test
  void the_loss_is_that_before_the_step() {
    double before = ExactLayers.crossEntropy(logits(), part.labels());
    double loss = trainer(new GradientDescent(RATE)).step(part);
    CloseTensors.to(before, loss, "what step returned, the loss of the model as it was");
  }

  @Test
  void the_parameters_take_one_step_downhill() {
    var gradient = gradient();
    var expected = less(ExactLayers.rows(weight.value()), gradient);
    trainer(new GradientDescent(RATE)).step(part);
    CloseTensors.to(
        expected, weight.value(), "the weight after a step: W − 0.5·Xᵀ·(softmax − onehot)/5");
  }

  @Test
  void the_second_step_knows_nothing_of_the_first() {
    var trainer = trainer(new GradientDescent(RATE));
    trainer.step(part);
    var expected = less(ExactLayers.rows(weight.value()), gradient());
    trainer.step(part);
    CloseTensors.to(
        expected, weight.value(), "the weight after a second step, by its own gradient alone");
  }

  @Test
  void a_gradient_from_elsewhere_is_no_part_of_the_step() {
    var expected = less(ExactLayers.rows(weight.value()), gradient());
    weight.setGradient(Tensor.full(1, weight.value().shape().toArray()));
    trainer(new GradientDescent(RATE)).step(part);
    CloseTensors.to(
        expected, weight.value(), "the weight after a step, with a gradient of 1 there before");
  }

  @Test
  void the_optimizer_is_asked_once_a_step() {
    var asked = new ArrayList<Integer>();
    var trainer = trainer(parameters -> asked.add(parameters.size()));
    trainer.step(part);
    trainer.step(part);
    assertThat(asked)
        .as("the numbers of parameters that the optimizer got, in two steps of a linear layer")
        .containsExactly(2, 2);
  }

  @Test
  void the_model_is_asked_once_a_step() {
    int[] asked = {0};
    var counting =
        new Layer() {
          @Override
          public Variable forward(Variable x) {
            asked[0]++;
            return model.forward(x);
          }

          @Override
          public List<Parameter> parameters() {
            return model.parameters();
          }
        };
    new Trainer(counting, new GradientDescent(RATE), 5, random).step(part);
    assertThat(asked[0]).as("how often one step asked the model for its logits").isEqualTo(1);
  }

  @Test
  void no_gradient_of_the_inputs_is_computed() {
    var inputs = new ArrayList<Variable>();
    var keeping =
        new Layer() {
          @Override
          public Variable forward(Variable x) {
            inputs.add(x);
            return model.forward(x);
          }

          @Override
          public List<Parameter> parameters() {
            return model.parameters();
          }
        };
    new Trainer(keeping, new GradientDescent(RATE), 5, random).step(part);
    assertThat(inputs.getFirst().hasGradient())
        .as("whether a step computes the gradient of its inputs, which no optimizer asks for")
        .isFalse();
  }

  private Trainer trainer(Optimizer optimizer) {
    return new Trainer(model, optimizer, 5, random);
  }

  private double[][] logits() {
    var b = ExactLayers.rows(bias.value().reshape(1, 4))[0];
    return InFloat64.linear(ExactLayers.rows(part.inputs()), ExactLayers.rows(weight.value()), b);
  }

  /// Returns the gradient of the loss in the weight.
  private double[][] gradient() {
    return ExactLayers.transposedProduct(
        ExactLayers.rows(part.inputs()), ExactLayers.crossEntropyGradient(logits(), part.labels()));
  }

  private static double[][] less(double[][] value, double[][] gradient) {
    for (int i = 0; i < value.length; i++) {
      for (int j = 0; j < value[i].length; j++) {
        value[i][j] -= RATE * gradient[i][j];
      }
    }
    return value;
  }
}
