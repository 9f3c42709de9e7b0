package tapeline.laboratory.suite;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import tapeline.check.Differences;
import tapeline.tensor.Tensor;

/// Gradients in float32 beside central differences of the same function in float64, which are good
/// to about ten digits.
public final class GradientOracle {
  /// Of each input so many numbers are moved: all of them would take hours.
  private static final int MOVED = 16;

  private GradientOracle() {}

  /// `‖g − d‖/‖d‖` over some numbers of each input, always the same: g the gradient, d the
  /// difference.
  ///
  /// @param f the function in float64, written without the tape
  /// @param inputs where
  /// @param gradients of f there, one for each input and of its shape
  public static double relativeError(
      ToDoubleFunction<double[][]> f, List<Tensor> inputs, List<Tensor> gradients) {
    var random = new SplittableRandom(2);
    double[][] at = inputs.stream().map(Float64::of).toArray(double[][]::new);
    double wrong = 0;
    double size = 0;
    for (int k = 0; k < at.length; k++) {
      double[] gradient = Float64.of(gradients.get(k));
      for (int i = 0; i < Math.min(MOVED, gradient.length); i++) {
        int place = gradient.length <= MOVED ? i : random.nextInt(gradient.length);
        double difference = difference(f, at, k, place);
        wrong += (gradient[place] - difference) * (gradient[place] - difference);
        size += difference * difference;
      }
    }
    return Math.sqrt(wrong / size);
  }

  private static double difference(
      ToDoubleFunction<double[][]> f, double[][] at, int k, int place) {
    double x = at[k][place];
    double slope =
        Differences.central(
            moved -> {
              at[k][place] = moved;
              return f.applyAsDouble(at);
            },
            x,
            Differences.step(x));
    at[k][place] = x;
    return slope;
  }
}
