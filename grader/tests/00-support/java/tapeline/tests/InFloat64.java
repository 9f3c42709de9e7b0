package tapeline.tests;

import java.util.Arrays;

/// The references for float32 in tests: numbers in float64, and formulas on rows of them by plain
/// loops.
public final class InFloat64 {
  private InFloat64() {}

  /// Returns `x` in float64.
  public static double[] of(float... x) {
    var numbers = new double[x.length];
    Arrays.setAll(numbers, i -> x[i]);
    return numbers;
  }

  /// Returns `x` in float64, in rows of `columns`.
  public static double[][] rows(float[] x, int columns) {
    var numbers = of(x);
    var rows = new double[x.length / columns][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(numbers, i * columns, (i + 1) * columns));
    return rows;
  }

  /// The index of an element that stands at `place` in row-major order, in a tensor of these
  /// lengths.
  public static int[] index(int[] lengths, int place) {
    var index = new int[lengths.length];
    int rest = place;
    for (int k = lengths.length - 1; k >= 0; k--) {
      index[k] = rest % lengths[k];
      rest /= lengths[k];
    }
    return index;
  }

  /// `A·B`.
  public static double[][] product(double[][] a, double[][] b) {
    var y = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b[0].length; j++) {
        for (int l = 0; l < b.length; l++) {
          y[i][j] += a[i][l] * b[l][j];
        }
      }
    }
    return y;
  }

  /// `X·W + b`.
  public static double[][] linear(double[][] x, double[][] weight, double[] bias) {
    var y = product(x, weight);
    for (var row : y) {
      Arrays.setAll(row, j -> row[j] + bias[j]);
    }
    return y;
  }

  /// `½x·(1 + tanh(√(2/π)·(x + 0.044715x³)))`.
  public static double gelu(double x) {
    return x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
  }
}
