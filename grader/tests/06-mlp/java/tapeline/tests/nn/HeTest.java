package tapeline.tests.nn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.nn.Init;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

/// Samples vary: the bounds are five standard errors wide, which one seed in a million misses.
@Tag("06.2")
class HeTest {
  @Test
  void weights_have_a_row_an_input_and_a_column_an_output() {
    assertThat(Init.he(3, 5, Seeds.random("he")).shape().toArray())
        .as("the shape of he(3, 5)")
        .containsExactly(3, 5);
  }

  @Test
  void the_variance_is_2_over_the_inputs() {
    for (int in : new int[] {20, 50, 400}) {
      var w = Init.he(in, 4000 / in * 5, Seeds.random("he " + in));
      assertThat(variance(w) * in)
          .as("in·variance of the weights of he(%d, %d)", in, w.shape().length(1))
          .isBetween(2 - 5 * Math.sqrt(8.0 / 20_000), 2 + 5 * Math.sqrt(8.0 / 20_000));
    }
  }

  @Test
  void the_mean_is_0() {
    var w = Init.he(50, 400, Seeds.random("he mean"));
    double error = Math.sqrt(2.0 / 50 / 20_000);
    assertThat((double) w.mean().item())
        .as("the mean of the 20 000 weights of he(50, 400)")
        .isBetween(-5 * error, 5 * error);
  }

  @Test
  void the_weights_are_normal() {
    var w = Init.he(50, 400, Seeds.random("he normal"));
    float two = (float) (2 * Math.sqrt(variance(w)));
    double far = w.abs().greater(Tensor.scalar(two)).mean().item();
    assertThat(far)
        .as("the share of weights beyond two standard deviations: 4.55 % of normal ones")
        .isBetween(0.0455 - 5 * 0.00147, 0.0455 + 5 * 0.00147);
  }

  @Test
  void no_two_layers_start_alike() {
    var random = Seeds.random("he twice");
    var first = Init.he(4, 3, random);
    var second = Init.he(4, 3, random);
    assertThat(first.toArray())
        .as("the weights of two layers from one generator")
        .isNotEqualTo(second.toArray());
  }

  @Test
  void a_seed_gives_the_same_weights_again() {
    var first = Init.he(4, 3, new Random(7));
    var second = Init.he(4, 3, new Random(7));
    assertThat(Arrays.equals(first.toArray(), second.toArray()))
        .as("whether two generators with one seed give the same weights")
        .isTrue();
  }

  @Test
  void ten_layers_of_relu_keep_the_size_of_a_signal() {
    var random = Seeds.random("he depth");
    var x = Tensor.normal(random, 20, 300);
    for (int layer = 0; layer < 10; layer++) {
      x = x.matmul(Init.he(300, 300, random)).relu();
    }
    assertThat((double) x.square().mean().item())
        .as("the mean square of a signal of size 1 behind ten layers of ReLU, about 1")
        .isBetween(0.1, 10.0);
  }

  @Test
  void xavier_has_a_row_for_each_input() {
    assertThat(Init.xavier(3, 5, Seeds.random("xavier")).shape().toArray())
        .as("the shape of xavier(3, 5)")
        .containsExactly(3, 5);
  }

  @Test
  void xavier_is_spread_evenly_around_0() {
    var w = Init.xavier(50, 400, Seeds.random("xavier even"));
    double most = w.abs().max(false).item();
    assertThat(most)
        .as("the largest of 20 000 weights of xavier(50, 400): its limit is √(6/450)")
        .isBetween(0.999 * Math.sqrt(6.0 / 450), 1.000001 * Math.sqrt(6.0 / 450));
    double inner = w.abs().greater(Tensor.scalar((float) most / 2)).mean().item();
    assertThat(inner)
        .as("the share of weights beyond half of the limit")
        .isBetween(0.5 - 5 * 0.0035, 0.5 + 5 * 0.0035);
    assertThat((double) w.mean().item())
        .as("the mean of the 20 000 weights of xavier(50, 400)")
        .isBetween(-5 * Math.sqrt(2.0 / 450 / 20_000), 5 * Math.sqrt(2.0 / 450 / 20_000));
  }

  private static double variance(Tensor w) {
    return w.minus(w.mean()).square().mean().item();
  }
}
