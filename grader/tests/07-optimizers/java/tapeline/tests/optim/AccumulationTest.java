package tapeline.tests.optim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.Variable;
import tapeline.data.Dataset;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.optim.BatchBudget;
import tapeline.optim.MicroBatches;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("07.7")
class AccumulationTest {
  private static final int EXAMPLES = 10;
  private static final int CLASSES = 4;

  private final Random random = Seeds.random("accumulation");
  private final Linear model = new Linear("model", Tensor.normal(random, 3, CLASSES));
  private final Dataset batch =
      new Dataset(
          Tensor.normal(random, EXAMPLES, 3), random.ints(EXAMPLES, 0, CLASSES).toArray(), CLASSES);

  @Test
  void parts_have_the_gradient_of_the_whole() {
    for (int most : new int[] {EXAMPLES, 5, 4, 3, 7, 9, 1}) {
      new MicroBatches(model, most).gradients(batch);
      Steps.close(
          weightGradient(),
          gradient(),
          "the weight's gradient, ten examples in parts of %d and a rest".formatted(most));
    }
  }

  @Test
  void the_loss_is_the_mean_of_the_whole() {
    for (int most : new int[] {10, 5, 4, 1}) {
      Steps.close(
          loss(),
          new MicroBatches(model, most).gradients(batch),
          "the loss of ten examples in parts of %d".formatted(most));
    }
  }

  @Test
  void old_gradients_are_forgotten_once() {
    var parts = new MicroBatches(model, 4);
    parts.gradients(batch);
    parts.gradients(batch);
    Steps.close(
        weightGradient(), gradient(), "the weight's gradient when the same batch comes again");
  }

  @Test
  void the_peak_is_that_of_one_part() {
    var deep = Sequential.mlp(random, 3, 16, 16, CLASSES);
    for (int most : new int[] {1, 4, 10}) {
      var parts = new MicroBatches(deep, most);
      parts.gradients(batch);
      assertThat(parts.peakBytes())
          .as("peak bytes of ten examples in parts of %d, against those of the first part", most)
          .isEqualTo(BatchBudget.peak(deep, batch.slice(0, most)))
          .as("peak bytes of parts of %d: a tape that recorded something", most)
          .isPositive();
    }
  }

  @Test
  void no_gradient_of_the_inputs_is_computed() {
    var inputs = new ArrayList<Variable>();
    var noting =
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
    new MicroBatches(noting, 5).gradients(batch);
    assertThat(inputs.getFirst().hasGradient())
        .as("whether a part computes the gradient of its inputs, which no optimizer asks for")
        .isFalse();
  }

  private Tensor gradient() {
    return model.parameters().getFirst().gradient();
  }

  /// `Xᵀ·(softmax − onehot)/N` in float64, by rows.
  private double[] weightGradient() {
    var gradient = new double[3 * CLASSES];
    for (int i = 0; i < EXAMPLES; i++) {
      double[] share = softmax(i);
      for (int c = 0; c < CLASSES; c++) {
        double slope = (share[c] - (c == batch.labels()[i] ? 1 : 0)) / EXAMPLES;
        for (int k = 0; k < 3; k++) {
          gradient[k * CLASSES + c] += batch.inputs().at(i, k) * slope;
        }
      }
    }
    return gradient;
  }

  private double loss() {
    double sum = 0;
    for (int i = 0; i < EXAMPLES; i++) {
      sum -= Math.log(softmax(i)[batch.labels()[i]]);
    }
    return sum / EXAMPLES;
  }

  /// Of the logits of one example; its logits are near 1, so nothing overflows.
  private double[] softmax(int example) {
    var weight = model.parameters().getFirst().value();
    var share = new double[CLASSES];
    double sum = 0;
    for (int c = 0; c < CLASSES; c++) {
      double logit = 0;
      for (int k = 0; k < 3; k++) {
        logit += (double) batch.inputs().at(example, k) * weight.at(k, c);
      }
      share[c] = Math.exp(logit);
      sum += share[c];
    }
    for (int c = 0; c < CLASSES; c++) {
      share[c] /= sum;
    }
    return share;
  }
}
