package tapeline.tests.curvature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.curvature.Classification;
import tapeline.curvature.GaussNewton;
import tapeline.data.Dataset;
import tapeline.nn.Linear;
import tapeline.nn.Sequential;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("16.5")
class GaussNewtonTest {
  private final Random random = Seeds.random("gauss newton");

  /// Takes one example x = 1, weights 0, two classes: p = (½, ½), S = (¼ −¼; −¼ ¼), J = (I, I).
  @Test
  void by_hand() {
    var model = new Linear("0", Tensor.zeros(1, 2));
    var training = new Classification(model, new Dataset(Tensor.full(1, 1, 1), new int[] {0}, 2));
    var g = new GaussNewton(training);
    assertThat(g.times(new ArrayRealVector(new double[] {3, 1, 0, 0})).toArray())
        .as("G·(3, 1, 0, 0) of two logits w + b at 0, one example: ¼·(3 − 1) up and down")
        .containsExactly(0.5, -0.5, 0.5, -0.5);
    assertThat(g.times(new ArrayRealVector(new double[] {1, 1, 1, 1})).toArray())
        .as("G·(1, 1, 1, 1): softmax does not change when all logits grow alike")
        .containsExactly(0, 0, 0, 0);
  }

  @Test
  void is_the_loss_hessian_between_two_jacobians() {
    var golden = new GoldenNetwork(random);
    var g = new GaussNewton(golden.training);
    for (int k = 0; k < 3; k++) {
      var v = CountedMatrix.vector(random, golden.size());
      var expected = golden.gaussNewtonTimes(v.toArray());
      assertThat(g.times(v).toArray())
          .as("G·v of a network 3-4-5, direction %d, against Jᵀ·S·J·v in float64", k)
          .usingComparatorWithPrecision(GoldenNetwork.precision(expected))
          .containsExactly(expected);
    }
  }

  @Test
  void is_the_fisher_matrix() {
    var golden = new GoldenNetwork(random);
    var v = CountedMatrix.vector(random, golden.size());
    var expected = golden.fisherTimes(v.toArray());
    assertThat(new GaussNewton(golden.training).times(v).toArray())
        .as("G·v, against the mean of g·gᵀ·v over the labels that the network believes in")
        .usingComparatorWithPrecision(GoldenNetwork.precision(expected))
        .containsExactly(expected);
  }

  @Test
  void a_product_costs_about_two_forward_passes() {
    int n = 16;
    var model = Sequential.mlp(random, 64, 64, 10);
    var training =
        new Classification(model, new Dataset(Tensor.normal(random, n, 64), new int[n], 10));
    long forward = CountedBackend.of(() -> model.apply(training.data().inputs())).flops();
    var g = new GaussNewton(training);
    var v = CountedMatrix.vector(random, g.size());
    g.times(v);
    assertThat((double) CountedBackend.of(() -> g.times(v)).flops() / forward)
        .as("FLOPs of the second G·v of a perceptron 64-64-10 for those of a forward pass")
        .isBetween(2.2, 2.4);
  }
}
