package tapeline.tests.cuda;

import java.util.stream.IntStream;
import tapeline.tests.InFloat64;

/// The answers of the kernels, in float64 and by definition.
final class ExactKernels {
  private ExactKernels() {}

  static double[] biasGelu(float[] x, float[] bias) {
    return IntStream.range(0, x.length)
        .mapToDouble(i -> InFloat64.gelu((double) x[i] + bias[i % bias.length]))
        .toArray();
  }

  static double[] rowSums(float[] x, int columns) {
    var sums = new double[x.length / columns];
    for (int i = 0; i < x.length; i++) {
      sums[i / columns] += x[i];
    }
    return sums;
  }

  static double[] softmax(float[] x, int columns) {
    var y = new double[x.length];
    for (int row = 0; row < x.length; row += columns) {
      double sum = 0;
      for (int j = row; j < row + columns; j++) {
        y[j] = Math.exp(x[j]);
        sum += y[j];
      }
      for (int j = row; j < row + columns; j++) {
        y[j] /= sum;
      }
    }
    return y;
  }

  static double[] transpose(float[] x, int rows, int columns) {
    var y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i % columns * rows + i / columns] = x[i];
    }
    return y;
  }

  static double[] matmul(float[] a, float[] b, int m, int k, int n) {
    var c = new double[m * n];
    for (int i = 0; i < m; i++) {
      for (int l = 0; l < k; l++) {
        for (int j = 0; j < n; j++) {
          c[i * n + j] += (double) a[i * k + l] * b[l * n + j];
        }
      }
    }
    return c;
  }
}
