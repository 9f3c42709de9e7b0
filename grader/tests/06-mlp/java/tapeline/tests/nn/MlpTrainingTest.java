package tapeline.tests.nn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.data.Points;
import tapeline.nn.DigitsMlp;
import tapeline.nn.GradientDescent;
import tapeline.nn.Metrics;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;

/// The result of training, from a fixed seed: a model that learns less than it can has a mistake in
/// it. The bounds leave room for other roundings than the reference's.
@Tag("06.8")
class MlpTrainingTest {
  @Test
  void hidden_layers_tell_three_spirals_apart_and_a_linear_model_does_not() {
    var spirals = Points.spirals(600, 3, 0.02f, new Random(1));
    assertThat(accuracy(spirals, 2, 32, 32, 3))
        .as("test accuracy on three spirals, after 40 epochs of a perceptron 2-32-32-3")
        .isGreaterThan(0.9);
    assertThat(accuracy(spirals, 2, 3))
        .as("test accuracy on three spirals, after 40 epochs of one linear layer")
        .isLessThan(0.7);
  }

  /// The reference has at least 96.66 %, from five seeds.
  @Test
  @Tag("slow")
  void a_perceptron_reads_digits() {
    assertThat(DigitsMlp.train(Datasets.digits(), 1).test())
        .as("test accuracy on the digits")
        .isGreaterThan(0.955);
  }

  private static double accuracy(Dataset data, int... widths) {
    var random = new Random(1);
    var parts = data.shuffled(random).split(0.75);
    var model = Sequential.mlp(random, widths);
    var trainer = new Trainer(model, new GradientDescent(0.3f), 20, random);
    for (int epoch = 0; epoch < 40; epoch++) {
      trainer.epoch(parts.training());
    }
    return Metrics.accuracy(model, parts.test());
  }
}
