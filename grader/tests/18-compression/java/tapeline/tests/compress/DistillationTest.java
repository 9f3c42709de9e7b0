package tapeline.tests.compress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.compress.Distillation;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("18.5")
class DistillationTest {
  private static double largest(Tensor t) {
    return t.abs().max(false, 0, 1).item();
  }

  private static Tensor gradient(Tensor logits, Tensor teacher, float temperature) {
    var tape = new TensorTape();
    var x = tape.variable(logits);
    tape.backward(Distillation.soft(x, teacher, temperature));
    return x.gradient();
  }

  private static float loss(Tensor logits, Tensor teacher, float temperature) {
    Variable x = new TensorTape().constant(logits);
    return Distillation.soft(x, teacher, temperature).value().item();
  }

  @Test
  void a_loss_by_hand() {
    assertThat(loss(Tensor.zeros(1, 2), Tensor.zeros(1, 2), 1))
        .as("logits (0, 0) of both: −(½·ln ½ + ½·ln ½) = ln 2")
        .isBetween(0.6931f, 0.6932f);
    assertThat(loss(Tensor.zeros(3, 4), Tensor.range(3, 4), 2))
        .as("four equal logits, T = 2, whatever the teacher says: T²·ln 4")
        .isBetween(5.545f, 5.546f);
  }

  /// `∂L/∂X = T/N·(softmax(X/T) − softmax(Z/T))`.
  @Test
  void the_gradient_is_the_difference_of_the_answers() {
    var random = Seeds.random("distil");
    var x = Tensor.normal(random, 5, 3);
    var z = Tensor.normal(random, 5, 3).times(3);
    for (float t : new float[] {1, 2, 8}) {
      var wanted = x.div(t).softmax().minus(z.div(t).softmax()).times(t / 5);
      assertThat(largest(gradient(x, z, t).minus(wanted)))
          .as("the largest error of ∂L/∂X, (5,3), T = %s", t)
          .isLessThan(1e-6);
    }
  }

  /// For a high T the gradient tends to (x − z)/(classes·N), for rows of mean 0 (Hinton et al.).
  @Test
  void a_high_temperature_keeps_the_gradients_size() {
    var x = Tensor.of(new float[] {1, -1, 0, 2, 0, -2}, 2, 3);
    var z = Tensor.of(new float[] {0, 1, -1, -1, -1, 2}, 2, 3);
    assertThat(largest(gradient(x, z, 1000).minus(x.minus(z).div(6))))
        .as("the largest difference of ∂L/∂X at T = 1000 from (X − Z)/(3·2)")
        .isLessThan(2e-3);
  }

  @Test
  void large_logits_stay_finite() {
    var x = Tensor.of(new float[] {1000, 0, -1000, 0}, 2, 2);
    assertThat(loss(x, x, 1)).as("the loss of logits of ±1000").isFinite();
  }
}
