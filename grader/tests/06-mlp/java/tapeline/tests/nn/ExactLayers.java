package tapeline.tests.nn;

import tapeline.tensor.Tensor;
import tapeline.tests.InFloat64;

/// The references of the tests: the same formulas in float64, by plain loops.
public final class ExactLayers {
  private ExactLayers() {}

  /// The rows of a matrix.
  public static double[][] rows(Tensor matrix) {
    return InFloat64.rows(matrix.toArray(), matrix.shape().length(1));
  }

  /// `Aᵀ·B`.
  public static double[][] transposedProduct(double[][] a, double[][] b) {
    var y = new double[a[0].length][b[0].length];
    for (int k = 0; k < a.length; k++) {
      for (int i = 0; i < y.length; i++) {
        for (int j = 0; j < y[0].length; j++) {
          y[i][j] += a[k][i] * b[k][j];
        }
      }
    }
    return y;
  }

  /// The sums of the columns.
  public static double[] columnSums(double[][] a) {
    var sums = new double[a[0].length];
    for (var row : a) {
      for (int j = 0; j < sums.length; j++) {
        sums[j] += row[j];
      }
    }
    return sums;
  }

  /// `−ln softmax(x)[label]`.
  static double crossEntropy(double[] x, int label) {
    double max = Double.NEGATIVE_INFINITY;
    for (double logit : x) {
      max = Math.max(max, logit);
    }
    double sum = 0;
    for (double logit : x) {
      sum += Math.exp(logit - max);
    }
    return max + Math.log(sum) - x[label];
  }

  /// The mean over the rows.
  static double crossEntropy(double[][] x, int... labels) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += crossEntropy(x[i], labels[i]);
    }
    return sum / x.length;
  }

  /// `(softmax(xᵢ)ₖ − [k = labelᵢ]) / N`.
  static double[][] crossEntropyGradient(double[][] x, int... labels) {
    var gradient = new double[x.length][x[0].length];
    for (int i = 0; i < x.length; i++) {
      for (int k = 0; k < x[i].length; k++) {
        double weight = Math.exp(-crossEntropy(x[i], k));
        gradient[i][k] = (weight - (k == labels[i] ? 1 : 0)) / x.length;
      }
    }
    return gradient;
  }
}
