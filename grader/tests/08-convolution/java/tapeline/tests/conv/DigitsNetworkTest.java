package tapeline.tests.conv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.conv.DigitsNetwork;
import tapeline.conv.Window;
import tapeline.data.Datasets;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("08.9")
class DigitsNetworkTest {
  private final Random random = Seeds.random("digits network");

  @Test
  void its_parameters() {
    assertThat(DigitsNetwork.of(3, random).parameters().stream().map(Parameter::toString))
        .as("the parameters of DigitsNetwork.of(3, …), in their order")
        .containsExactly(
            "conv1.weight (3,1,3,3)",
            "conv1.bias (3,1,1)",
            "conv2.weight (6,3,3,3)",
            "conv2.bias (6,1,1)",
            "out.weight (24,10)",
            "out.bias (10)");
  }

  @Test
  void the_weights_are_drawn_by_random() {
    var seven = weights(7);
    assertThat(weights(7).equals(seven))
        .as("whether of(3, new Random(7)) has the same weights a second time: `random` draws them")
        .isTrue();
    assertThat(weights(8).equals(seven))
        .as("whether of(3, new Random(8)) has them, too: another seed draws others")
        .isFalse();
  }

  private static String weights(long seed) {
    return DigitsNetwork.of(3, new Random(seed)).parameters().stream()
        .map(p -> Arrays.toString(p.value().toArray()))
        .toList()
        .toString();
  }

  @Test
  void its_layers_follow_each_other() {
    compareWithDefinition();
  }

  private void compareWithDefinition() {
    var model = DigitsNetwork.of(3, random);
    for (var p : model.parameters()) {
      p.value().assign(Tensor.normal(random, p.value().shape().toArray()).times(0.5f));
    }
    var x = Tensor.normal(random, 2, 1, 8, 8);
    var first = stage(ExactImages.of(x), model, 0);
    var second = stage(first, model, 2);
    var rows = new ExactImages(Shape.of(2, 24), second.values());
    var w = exact(model, 4);
    var b = exact(model, 5);
    ExactImages.of(
            Shape.of(2, 10),
            i -> {
              double sum = b.at(i[1]);
              for (int k = 0; k < 24; k++) {
                sum += rows.at(i[0], k) * w.at(k, i[1]);
              }
              return sum;
            })
        .assertEquals(
            "the logits: convolution, ReLU, the largest of each 2 × 2, all that again, then linear",
            model.apply(x));
  }

  /// A convolution with parameters p and p + 1, ReLU, pooling.
  private static ExactImages stage(ExactImages x, Layer model, int p) {
    var plain = x.convolve(exact(model, p), Window.same(3));
    var bias = exact(model, p + 1);
    return ExactImages.of(plain.shape(), i -> Math.max(0, plain.at(i) + bias.at(i[1], 0, 0)))
        .largest(2);
  }

  private static ExactImages exact(Layer model, int parameter) {
    return ExactImages.of(model.parameters().get(parameter).value());
  }

  /// The reference has at least 98.05 %, from five seeds. The bound leaves room for other
  /// roundings.
  @Test
  @Tag("slow")
  void it_reads_digits() {
    compareWithDefinition(); // before a long training of another network
    assertThat(DigitsNetwork.train(Datasets.digits(), 1).test())
        .as("test accuracy on the digits")
        .isGreaterThan(0.975);
  }
}
