package tapeline.tests.given.conv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.conv.BatchNorm;
import tapeline.conv.ChannelNorm;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

class BatchNormTest {
  private final Random random = new Random(8);
  private final BatchNorm norm = new BatchNorm("norm", 3);

  @Test
  void in_training_each_channel_gets_mean_0_and_variance_1() {
    var x = Tensor.normal(random, 4, 3, 5, 2).times(3).plus(7);
    var y = train(x);
    for (int c = 0; c < 3; c++) {
      var channel = y.select(1, c);
      assertThat(channel.mean(false).item()).isCloseTo(0, within(1e-5f));
      assertThat(channel.square().mean(false).item()).isCloseTo(1, within(1e-4f));
    }
  }

  @Test
  void gain_and_shift_are_for_each_channel() {
    var x = Tensor.normal(random, 4, 3, 5, 2);
    var plain = train(x);
    write(norm.parameters().get(0).value(), 1, 2, -3);
    write(norm.parameters().get(1).value(), 0, 5, 7);
    var y = train(x);
    for (int c = 0; c < 3; c++) {
      float gain = new float[] {1, 2, -3}[c];
      float shift = new float[] {0, 5, 7}[c];
      assertThat(y.select(1, c).toArray())
          .containsExactly(plain.select(1, c).times(gain).plus(shift).toArray(), within(1e-5f));
    }
  }

  @Test
  void a_training_forward_moves_the_averages_a_tenth_of_the_way() {
    // Channel 0 has the pixels 1, 2, 3, 6: mean 3, variance 14/4, unbiased 14/3.
    var x = Tensor.zeros(2, 3, 1, 2);
    x.set(1, 0, 0, 0, 0);
    x.set(2, 0, 0, 0, 1);
    x.set(3, 1, 0, 0, 0);
    x.set(6, 1, 0, 0, 1);
    train(x);
    assertThat(norm.learnt().mean().toArray()).containsExactly(0.3f, 0, 0);
    assertThat(norm.learnt().variance().toArray())
        .containsExactly(new float[] {0.9f + 14 / 30f, 0.9f, 0.9f}, within(1e-6f));
  }

  @Test
  void evaluation_goes_by_the_averages_and_leaves_them() {
    for (int i = 0; i < 200; i++) {
      train(Tensor.normal(random, 16, 3, 4, 4).times(2).plus(5));
    }
    var before = norm.learnt();
    var alone = Tensor.full(5, 1, 3, 1, 1);
    assertThat(norm.apply(alone).toArray())
        .as("an image of the mean of all, normalised alone")
        .containsExactly(new float[] {0, 0, 0}, within(0.2f));
    assertThat(norm.apply(alone.plus(2)).toArray())
        .as("one standard deviation above it")
        .containsExactly(new float[] {1, 1, 1}, within(0.2f));
    assertThat(norm.learnt()).isEqualTo(before);
  }

  @Test
  void the_gradients_agree_with_differences() {
    var x = Tensor.normal(random, 2, 3, 2, 3);
    var dY = Tensor.normal(random, 2, 3, 2, 3);
    var gain = norm.parameters().getFirst();
    var shift = norm.parameters().getLast();
    write(gain.value(), 0.5f, -2, 3);
    var tape = new TensorTape();
    var images = tape.variable(x);
    tape.backward(norm.forward(images), dY);
    differences(x, dY, x, images.gradient());
    differences(gain.value(), dY, x, gain.gradient());
    differences(shift.value(), dY, x, shift.gradient());
  }

  @Test
  void evaluation_hands_the_gradient_on_to_the_images() {
    var known =
        new ChannelNorm(
            Tensor.vector(2, 3), Tensor.zeros(2), Tensor.zeros(2), Tensor.vector(4, 9), 1e-6f);
    var tape = new TensorTape();
    var images = tape.variable(Tensor.normal(random, 1, 2, 1, 2));
    tape.backward(known.of(images), Tensor.of(new float[] {1, 10, 100, 1000}, 1, 2, 1, 2));
    assertThat(images.gradient().toArray())
        .containsExactly(new float[] {1, 10, 100, 1000}, within(1e-3f));
  }

  @Test
  void what_does_not_fit_is_refused() {
    assertThatThrownBy(() -> train(Tensor.zeros(2, 4, 5, 5)))
        .hasMessage("this normalisation needs images of 3 channels, got (2,4,5,5)");
    assertThatThrownBy(() -> train(Tensor.zeros(1, 3, 1, 1)))
        .hasMessage("a variance needs two pixels a channel or more, got images (1,3,1,1)");
    var three = Tensor.zeros(3);
    assertThatThrownBy(() -> new ChannelNorm(three, three, three, three, 0))
        .hasMessage("normalising needs an epsilon above 0, got 0.0");
    assertThatThrownBy(() -> new ChannelNorm(three, three, Tensor.zeros(2), three, 1))
        .hasMessage("normalising needs as many of each as gains, (3), got (2)");
    assertThat(norm.apply(Tensor.zeros(1, 3, 1, 1)).shape()).isEqualTo(Shape.of(1, 3, 1, 1));
  }

  private Tensor train(Tensor x) {
    return norm.forward(new TensorTape().constant(x)).value();
  }

  /// Central differences of `Σ dY·Y` in each number of `at`, in float64 sums.
  private void differences(Tensor at, Tensor dY, Tensor x, Tensor gradient) {
    float step = 1e-2f;
    for (int i = 0; i < at.data().length; i++) {
      float before = at.data()[i];
      at.data()[i] = before + step;
      double above = train(x).times(dY).sum().item();
      at.data()[i] = before - step;
      double below = train(x).times(dY).sum().item();
      at.data()[i] = before;
      assertThat(gradient.toArray()[i])
          .as("number %d of the gradient %s", i, gradient.shape())
          .isCloseTo((float) ((above - below) / (2 * step)), within(0.02f));
    }
  }

  private static void write(Tensor to, float... numbers) {
    for (int c = 0; c < numbers.length; c++) {
      to.set(numbers[c], c, 0, 0);
    }
  }
}
