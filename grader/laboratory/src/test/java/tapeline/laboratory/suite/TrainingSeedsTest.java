package tapeline.laboratory.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.conv.DigitsNetwork;
import tapeline.data.Datasets;
import tapeline.nn.DigitsMlp;
import tapeline.transformer.PersuasionModel;

/// The results of trainings from each of five seeds. A learner's tests train from the first of
/// them, with the bound that is asked of each here.
class TrainingSeedsTest {
  private static final int STEPS = 300;

  private static List<Double> fromEach(IntToDoubleFunction train) {
    return IntStream.rangeClosed(1, 5).mapToDouble(train).boxed().toList();
  }

  /// The reference has 97.72 % on average, and 96.66 % at worst.
  @Test
  void a_perceptron_reads_digits() {
    var digits = Datasets.digits();
    assertThat(fromEach(seed -> DigitsMlp.train(digits, seed).test()))
        .allSatisfy(test -> assertThat(test).isGreaterThan(0.955))
        .satisfies(tests -> assertThat(mean(tests)).isGreaterThan(0.97));
  }

  /// The reference has 99.11 % on average, and 98.05 % at worst.
  @Test
  void a_convolutional_network_reads_digits() {
    var digits = Datasets.digits();
    assertThat(fromEach(seed -> DigitsNetwork.train(digits, seed).test()))
        .allSatisfy(test -> assertThat(test).isGreaterThan(0.975))
        .satisfies(tests -> assertThat(mean(tests)).isGreaterThan(0.985));
  }

  /// The reference has 2.50 on average, and 2.53 at worst; 3.07 is the characters' entropy.
  @Test
  void a_transformer_learns_persuasion() {
    var text = Datasets.persuasion();
    assertThat(fromEach(seed -> PersuasionModel.train(text, seed, STEPS, _ -> {}).validation()))
        .allSatisfy(loss -> assertThat(loss).isBetween(1.5, 2.7))
        .satisfies(losses -> assertThat(mean(losses)).isLessThan(2.6));
  }

  private static double mean(List<? extends Double> values) {
    return values.stream().mapToDouble(d -> d).average().orElseThrow();
  }
}
