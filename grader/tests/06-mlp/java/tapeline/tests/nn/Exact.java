package tapeline.tests.nn;

import tapeline.tensor.Tensor;

/// What the tests compare with: the same formulas in float64, by plain loops.
final class Exact {
  private Exact() {}

  /// The rows of a matrix.
  static double[][] rows(Tensor matrix) {
    int m = matrix.shape().length(0);
    int n = matrix.shape().length(1);
    var rows = new double[m][n];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        rows[i][j] = matrix.at(i, j);
      }
    }
    return rows;
  }

  /// `X·W + b`.
  static double[][] linear(double[][] x, double[][] w, double[] b) {
    var y = new double[x.length][b.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < b.length; j++) {
        y[i][j] = b[j];
        for (int k = 0; k < w.length; k++) {
          y[i][j] += x[i][k] * w[k][j];
        }
      }
    }
    return y;
  }

  /// `Aᵀ·B`.
  static double[][] transposedProduct(double[][] a, double[][] b) {
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
  static double[] columnSums(double[][] a) {
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
