package tapeline.tests.curvature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.curvature.Classification;
import tapeline.curvature.Hessian;
import tapeline.data.Dataset;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("16.4")
class HessianTest {
  private final Random random = Seeds.random("hessian");

  /// Takes f = x²·y at (3, 5), whose second derivatives are 2y, 2x, 2x, 0.
  @Test
  void by_hand() {
    var loss =
        new MadeLoss(
            Tensor.vector(3, 5), p -> p.slice(0, 0, 1).square().times(p.slice(0, 1, 2)).sum());
    assertThat(new Hessian(loss).times(new ArrayRealVector(new double[] {1, 2})).toArray())
        .as("H·(1, 2) of x²·y at (3, 5), H being (10 6; 6 0)")
        .containsExactly(22, 6);
  }

  @Test
  void as_central_differences_of_the_gradient_in_float64() {
    var golden = new GoldenNetwork(random);
    var hessian = new Hessian(golden.training);
    for (int k = 0; k < 3; k++) {
      var v = CountedMatrix.vector(random, golden.size());
      var expected = golden.hessianTimes(v.toArray());
      assertThat(hessian.times(v).toArray())
          .as("H·v of a network 3-4-5, direction %d, against float64", k)
          .usingComparatorWithPrecision(GoldenNetwork.precision(expected))
          .containsExactly(expected);
    }
  }

  @Test
  void is_linear_in_the_direction_however_long_it_is() {
    var golden = new GoldenNetwork(random);
    var hessian = new Hessian(golden.training);
    var v = CountedMatrix.vector(random, golden.size());
    assertThat(hessian.times(v.mapMultiply(1024)).mapDivide(1024).toArray())
        .as("H·1024v / 1024, against H·v: no step is taken, so no length is too long")
        .containsExactly(hessian.times(v).toArray());
  }

  /// Counts FLOPs: a pass forward has 2·N·(64·64 + 64·10) in products. The tangents of forward and
  /// backward have two products where both tensors change, and one where one is a constant.
  @Test
  void a_product_costs_two_and_a_half_forward_passes() {
    int n = 16;
    var model = Sequential.mlp(random, 64, 64, 10);
    var training =
        new Classification(model, new Dataset(Tensor.normal(random, n, 64), new int[n], 10));
    long forward = CountedBackend.of(() -> model.apply(training.data().inputs())).flops();
    var hessian = new Hessian(training);
    var v = CountedMatrix.vector(random, hessian.size());
    hessian.times(v);
    long product = CountedBackend.of(() -> hessian.times(v)).flops();
    assertThat((double) product / forward)
        .as(
            "FLOPs of H·v of a perceptron 64-64-10 for those of a forward pass, all of them counted")
        .isBetween(2.5, 2.7);
    model.parameters().forEach(Parameter::clearGradient);
  }
}
