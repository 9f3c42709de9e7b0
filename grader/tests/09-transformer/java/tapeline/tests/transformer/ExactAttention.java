package tapeline.tests.transformer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.InFloat64;

/// The references of the tests: the formulas in float64, by plain loops over matrices.
public final class ExactAttention {
  /// Some roundings of float32, of numbers near 1.
  private static final double TOLERANCE = 5e-5;

  private ExactAttention() {}

  /// A tensor's rows, along its last axis.
  public static double[][] rows(Tensor t) {
    return InFloat64.rows(t.toArray(), t.shape().length(-1));
  }

  static Tensor tensor(double[] numbers, Shape shape) {
    var t = Tensor.zeros(shape);
    for (int i = 0; i < numbers.length; i++) {
      t.data()[i] = (float) numbers[i];
    }
    return t;
  }

  public static double[][] normalize(double[][] x, double epsilon) {
    var y = new double[x.length][];
    for (int i = 0; i < x.length; i++) {
      double mean = Arrays.stream(x[i]).average().orElseThrow();
      double variance =
          Arrays.stream(x[i]).map(v -> (v - mean) * (v - mean)).average().getAsDouble();
      y[i] = Arrays.stream(x[i]).map(v -> (v - mean) / Math.sqrt(variance + epsilon)).toArray();
    }
    return y;
  }

  static double[][] plus(double[][] a, double[][] b) {
    var y = new double[a.length][a[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        y[i][j] = a[i][j] + b[i][j];
      }
    }
    return y;
  }

  /// Columns `from ≤ j < to`.
  static double[][] columns(double[][] x, int from, int to) {
    return Arrays.stream(x).map(row -> Arrays.copyOfRange(row, from, to)).toArray(double[][]::new);
  }

  /// One head: each row of q gathers rows of v. Row i is one of the last of the positions, and with
  /// `causal` sees none after its own.
  static double[][] attend(double[][] q, double[][] k, double[][] v, boolean causal) {
    var y = new double[q.length][v[0].length];
    for (int i = 0; i < q.length; i++) {
      int seen = causal ? k.length - q.length + i + 1 : k.length;
      var scores = new double[seen];
      for (int j = 0; j < seen; j++) {
        for (int l = 0; l < q[i].length; l++) {
          scores[j] += q[i][l] * k[j][l] / Math.sqrt(q[i].length);
        }
      }
      double largest = Arrays.stream(scores).max().orElseThrow();
      double sum = Arrays.stream(scores).map(s -> Math.exp(s - largest)).sum();
      for (int j = 0; j < seen; j++) {
        for (int l = 0; l < v[j].length; l++) {
          y[i][l] += Math.exp(scores[j] - largest) / sum * v[j][l];
        }
      }
    }
    return y;
  }

  /// Fails unless `got` has these numbers in row-major order, as closely as float32 allows:
  /// relative to the largest one, or to 1.
  public static void close(double[] want, Tensor got, String what) {
    assertThat(got.shape().size()).as("how many numbers has %s", what).isEqualTo(want.length);
    double largest = Math.max(1, Arrays.stream(want).map(Math::abs).max().orElse(0));
    var floats = got.toArray();
    for (int i = 0; i < want.length; i++) {
      assertThat((double) floats[i])
          .as("%s, element %s", what, Shape.of(InFloat64.index(got.shape().toArray(), i)))
          .isCloseTo(want[i], within(TOLERANCE * largest));
    }
  }

  public static void close(double[][] want, Tensor got, String what) {
    close(Arrays.stream(want).flatMapToDouble(Arrays::stream).toArray(), got, what);
  }
}
