package tapeline.tests.optim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.nn.Parameter;
import tapeline.optim.Clipping;
import tapeline.tensor.Tensor;
import tapeline.tests.InFloat64;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

@Tag("07.5")
class ClippingTest {
  private final Random random = Seeds.random("clipping");

  @Test
  void two_gradients_by_hand() {
    var parameters = List.of(Steps.number(0, 3), Steps.number(0, -4));
    assertThat(Clipping.globalNorm(parameters)).as("the norm of (3, −4)").isEqualTo(5);
    assertThat(Clipping.byGlobalNorm(parameters, 2.5))
        .as("what clipping (3, −4) to 2.5 returns: the norm before")
        .isEqualTo(5);
    assertThat(parameters.stream().map(p -> p.gradient().at(0)).toList())
        .as("(3, −4) clipped to 2.5: both halved")
        .containsExactly(1.5f, -2f);
  }

  @Test
  void all_gradients_get_one_factor() {
    var parameters =
        List.of(
            gradient("0.weight", Tensor.normal(random, 3, 5).times(100)),
            gradient("0.bias", Tensor.normal(random, 5).times(0.01f)),
            gradient("1.weight", Tensor.normal(random, 2, 5).transpose()));
    double squares = 0;
    for (var p : parameters) {
      for (double g : InFloat64.of(p.gradient().toArray())) {
        squares += g * g;
      }
    }
    double factor = 2 / Math.sqrt(squares);
    var before = parameters.stream().map(p -> InFloat64.of(p.gradient().toArray())).toList();
    Steps.close(
        Math.sqrt(squares), Clipping.byGlobalNorm(parameters, 2), "the norm before clipping to 2");
    for (int k = 0; k < parameters.size(); k++) {
      var after = InFloat64.of(parameters.get(k).gradient().toArray());
      for (int i = 0; i < after.length; i++) {
        Steps.close(
            1,
            after[i] / (before.get(k)[i] * factor),
            "number %d of the gradient of %s, as a multiple of 2/norm times what it was"
                .formatted(i, parameters.get(k).name()));
      }
    }
    Steps.close(2, Clipping.globalNorm(parameters), "the norm after clipping to 2");
  }

  @Test
  void what_is_short_enough_is_not_made_anew() {
    var gradient = Tensor.vector(3, -4);
    var p = gradient("p", gradient);
    Clipping.byGlobalNorm(List.of(p), 6);
    assertThat(p.gradient())
        .as("the gradient (3, −4) clipped to 6: times 1 it is another tensor with the same numbers")
        .isSameAs(gradient);
  }

  @Test
  void a_gradient_that_two_parameters_share_is_shortened_once() {
    var shared = Tensor.vector(3, -4);
    var parameters = List.of(gradient("a", shared), gradient("b", shared));
    Clipping.byGlobalNorm(parameters, Math.sqrt(50) / 2);
    for (var p : parameters) {
      Steps.close(
          new double[] {1.5, -2},
          p.gradient(),
          "(3, −4), the gradient of two parameters, clipped to half of its norm, of " + p.name());
    }
    assertThat(shared.toArray())
        .as("the tensor that both had as their gradient: others may read it, set another")
        .containsExactly(3, -4);
  }

  @Test
  void a_norm_that_is_no_number_is_refused_by_name() {
    for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
      var parameters =
          List.of(
              gradient("0.weight", Tensor.vector(1e20f, -3)),
              gradient("0.bias", Tensor.vector(1, bad)),
              gradient("1.weight", Tensor.vector(bad, 2)));
      var thrown = Thrown.by(() -> Clipping.byGlobalNorm(parameters, 2));
      assertThat(parameters.getFirst().gradient().toArray())
          .as("the gradient of 0.weight, where others have gradients with %s: clip nothing", bad)
          .containsExactly(1e20f, -3);
      assertThat(thrown)
          .as("what clipping throws where 0.bias and 1.weight have gradients with %s", bad)
          .isEqualTo(
              "IllegalStateException: clipping needs finite gradients, got the norm %s: look at 0.bias"
                  .formatted(Float.isNaN(bad) ? "NaN" : "Infinity"));
    }
  }

  private static Parameter gradient(String name, Tensor gradient) {
    return Steps.parameter(name, Tensor.zeros(gradient.shape()), gradient);
  }
}
