package tapeline.laboratory.suite;

import java.util.function.DoubleUnaryOperator;
import tapeline.tensor.Tensor;

/// The functions of the tensor suite in float64, loops and nothing else: what its gradients are
/// checked against. Matrices are row-major.
final class Float64 {
  private Float64() {}

  static double[] of(Tensor x) {
    float[] from = x.toArray();
    var to = new double[from.length];
    for (int i = 0; i < to.length; i++) {
      to[i] = from[i];
    }
    return to;
  }

  /// `Σ aᵢ·bᵢ`.
  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  static double[] map(DoubleUnaryOperator f, double... x) {
    var y = new double[x.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = f.applyAsDouble(x[i]);
    }
    return y;
  }

  /// Element by element; b is as long as a, or a row that is added to each row of a.
  static double[] plus(double[] a, double[] b) {
    var y = new double[a.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = a[i] + b[i % b.length];
    }
    return y;
  }

  /// In the same way.
  static double[] times(double[] a, double[] b) {
    var y = new double[a.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = a[i] * b[i % b.length];
    }
    return y;
  }

  /// `A·B`; A (m,k), B (k,n).
  static double[] matmul(double[] a, double[] b, int k, int n) {
    var y = new double[a.length / k * n];
    for (int i = 0; i < a.length / k; i++) {
      for (int l = 0; l < k; l++) {
        for (int j = 0; j < n; j++) {
          y[i * n + j] += a[i * k + l] * b[l * n + j];
        }
      }
    }
    return y;
  }

  /// `X·W + b`, W (in,out).
  static double[] linear(double[] x, double[] w, double[] b) {
    return plus(matmul(x, w, w.length / b.length, b.length), b);
  }

  /// `ln Σ exp` of each row of n numbers.
  static double[] logSumExp(double[] x, int n) {
    var y = new double[x.length / n];
    for (int i = 0; i < y.length; i++) {
      double sum = 0;
      for (int j = 0; j < n; j++) {
        sum += Math.exp(x[i * n + j]);
      }
      y[i] = Math.log(sum);
    }
    return y;
  }

  /// The mean of `logSumExp(row) − row[label]`.
  static double crossEntropy(double[] logits, int... labels) {
    int n = logits.length / labels.length;
    double[] logSums = logSumExp(logits, n);
    double sum = 0;
    for (int i = 0; i < labels.length; i++) {
      sum += logSums[i] - logits[i * n + labels[i]];
    }
    return sum / labels.length;
  }

  /// Images (n,c,side,side) and weights (o,c,3,3), with a border of zeros: (n,o,side,side).
  static double[] convolve(double[] x, double[] w, int c, int o, int side) {
    int area = side * side;
    var y = new double[x.length / c * o];
    for (int e = 0; e < y.length; e++) {
      int image = e / (o * area);
      int to = e / area % o;
      for (int t = 0; t < 9 * c; t++) {
        int row = e % area / side + t / 3 % 3 - 1;
        int column = e % side + t % 3 - 1;
        if (0 <= row && row < side && 0 <= column && column < side) {
          y[e] += x[(image * c + t / 9) * area + row * side + column] * w[to * 9 * c + t];
        }
      }
    }
    return y;
  }
}
