package tapeline.tests.transformer;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.tensor.Tensor;

/// Compares gradients on a tape with central differences of the same function in float64.
public final class TapeSlopes {
  private static final double STEP = 1e-5;

  private TapeSlopes() {}

  /// A function in float64, of the inputs' rows.
  public interface Defined {
    double[][] of(List<double[][]> inputs);
  }

  /// Checks the gradient in each input of `Σ G·taped`, for a random G: of ones it would be 0 for a
  /// softmax and for normalised rows, whatever the code says.
  public static void check(
      String what,
      Random random,
      List<Tensor> inputs,
      Function<List<Variable>, Variable> taped,
      Defined defined) {
    var tape = new TensorTape();
    var variables = inputs.stream().map(tape::variable).toList();
    var y = taped.apply(variables);
    var g = Tensor.normal(random, y.shape().toArray());
    tape.backward(y, g);
    var upstream = ExactAttention.rows(g);
    for (int k = 0; k < inputs.size(); k++) {
      var points = inputs.stream().map(ExactAttention::rows).toList();
      ExactAttention.close(
          slopes(defined, points, k, upstream),
          variables.get(k).gradient(),
          "the gradient in %s of %s"
              .formatted((char) ('A' + k) + " " + inputs.get(k).shape(), what));
    }
  }

  private static double[] slopes(Defined f, List<double[][]> points, int k, double[][] upstream) {
    var x = points.get(k);
    int width = x[0].length;
    var slopes = new double[x.length * width];
    for (int i = 0; i < slopes.length; i++) {
      var row = x[i / width];
      double at = row[i % width];
      row[i % width] = at + STEP;
      double above = weighted(f.of(points), upstream);
      row[i % width] = at - STEP;
      slopes[i] = (above - weighted(f.of(points), upstream)) / (2 * STEP);
      row[i % width] = at;
    }
    return slopes;
  }

  private static double weighted(double[][] y, double[][] g) {
    double sum = 0;
    for (int i = 0; i < y.length; i++) {
      for (int j = 0; j < y[i].length; j++) {
        sum += g[i][j] * y[i][j];
      }
    }
    return sum;
  }
}
