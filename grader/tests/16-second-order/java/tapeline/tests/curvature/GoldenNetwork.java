package tapeline.tests.curvature;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import tapeline.curvature.Classification;
import tapeline.data.Dataset;
import tapeline.nn.Activation;
import tapeline.nn.Linear;
import tapeline.nn.Sequential;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.InFloat64;

/// A network 3–4–5 with tanh on seven examples, by plain loops in float64: its logits and its
/// gradient, and central differences of both, which are right to some nine digits.
final class GoldenNetwork {
  private static final int IN = 3;
  private static final int HIDDEN = 4;
  private static final int CLASSES = 5;
  private static final int EXAMPLES = 7;
  private static final double STEP = 1e-5;

  final Classification training;
  private final double[][] inputs;
  private final int[] labels;
  private final double[] point;

  GoldenNetwork(Random random) {
    var x = Tensor.normal(random, EXAMPLES, IN);
    labels = IntStream.range(0, EXAMPLES).map(_ -> random.nextInt(CLASSES)).toArray();
    var model =
        new Sequential(
            new Linear("0", Tensor.normal(random, IN, HIDDEN)),
            new Activation(UnaryOp.TANH),
            new Linear("1", Tensor.normal(random, HIDDEN, CLASSES)));
    for (var p : model.parameters()) {
      p.value().assign(Tensor.normal(random, p.value().shape().toArray()));
    }
    training = new Classification(model, new Dataset(x, labels, CLASSES));
    inputs = InFloat64.rows(x.toArray(), IN);
    var all = new double[model.parameterCount()];
    int at = 0;
    for (var p : model.parameters()) {
      for (float number : p.value().toArray()) {
        all[at++] = number;
      }
    }
    point = all;
  }

  /// Returns how far a result of float32 may be from these numbers: 10⁻⁵ of the largest.
  static double precision(double... expected) {
    return 1e-5 * Arrays.stream(expected).map(Math::abs).max().orElseThrow();
  }

  int size() {
    return point.length;
  }

  double[] point() {
    return point.clone();
  }

  private static double[][] weight(double[] w, int from, int rows, int columns) {
    return rows(Arrays.copyOfRange(w, from, from + rows * columns), columns);
  }

  private static double[][] rows(double[] x, int columns) {
    var rows = new double[x.length / columns][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(x, i * columns, (i + 1) * columns));
    return rows;
  }

  private double[][] hidden(double... w) {
    var bias = Arrays.copyOfRange(w, IN * HIDDEN, IN * HIDDEN + HIDDEN);
    var h = InFloat64.linear(inputs, weight(w, 0, IN, HIDDEN), bias);
    for (var row : h) {
      Arrays.setAll(row, j -> Math.tanh(row[j]));
    }
    return h;
  }

  private static double[][] last(double... w) {
    return weight(w, IN * HIDDEN + HIDDEN, HIDDEN, CLASSES);
  }

  /// Computes the logits, one row for each example.
  double[][] logits(double... w) {
    var bias = Arrays.copyOfRange(w, w.length - CLASSES, w.length);
    return InFloat64.linear(hidden(w), last(w), bias);
  }

  static double[] softmax(double... z) {
    double sum = Arrays.stream(z).map(Math::exp).sum();
    return Arrays.stream(z).map(v -> Math.exp(v) / sum).toArray();
  }

  double loss(double... w) {
    var z = logits(w);
    return IntStream.range(0, EXAMPLES)
        .mapToDouble(i -> -Math.log(softmax(z[i])[labels[i]]))
        .average()
        .orElseThrow();
  }

  /// Computes the gradient of the mean cross-entropy by the chain rule.
  double[] gradient(double... w) {
    var z = logits(w);
    for (int i = 0; i < EXAMPLES; i++) {
      z[i] = softmax(z[i]);
      z[i][labels[i]] -= 1;
    }
    return back(z, w);
  }

  /// Returns `1/N·Jᵀ·dZ`.
  private double[] back(double[][] dZ, double... w) {
    var h = hidden(w);
    var second = last(w);
    var g = new double[w.length];
    int bias = IN * HIDDEN;
    int next = bias + HIDDEN;
    for (int i = 0; i < EXAMPLES; i++) {
      for (int k = 0; k < CLASSES; k++) {
        double d = dZ[i][k] / EXAMPLES;
        g[w.length - CLASSES + k] += d;
        for (int j = 0; j < HIDDEN; j++) {
          g[next + j * CLASSES + k] += h[i][j] * d;
          double dh = d * second[j][k] * (1 - h[i][j] * h[i][j]);
          g[bias + j] += dh;
          for (int l = 0; l < IN; l++) {
            g[l * HIDDEN + j] += inputs[i][l] * dh;
          }
        }
      }
    }
    return g;
  }

  /// Returns `H·v`, the change of the gradient along v.
  double[] hessianTimes(double... v) {
    var up = gradient(moved(v, STEP));
    var down = gradient(moved(v, -STEP));
    return IntStream.range(0, v.length).mapToDouble(i -> (up[i] - down[i]) / (2 * STEP)).toArray();
  }

  /// Returns `Jᵀ·S·J·v`, with S = (diag p − p·pᵀ)/N for each example.
  double[] gaussNewtonTimes(double... v) {
    var up = logits(moved(v, STEP));
    var down = logits(moved(v, -STEP));
    var z = logits(point);
    for (int i = 0; i < EXAMPLES; i++) {
      var p = softmax(z[i]);
      var t = new double[CLASSES];
      double mean = 0;
      for (int k = 0; k < CLASSES; k++) {
        t[k] = (up[i][k] - down[i][k]) / (2 * STEP);
        mean += p[k] * t[k];
      }
      for (int k = 0; k < CLASSES; k++) {
        z[i][k] = p[k] * (t[k] - mean);
      }
    }
    return back(z, point);
  }

  /// Returns `F·v`, the mean of `g·gᵀ·v` over the examples, and over the labels by the network's
  /// probabilities; g is the gradient for that example with that label.
  double[] fisherTimes(double... v) {
    var z = logits(point);
    var sum = new double[v.length];
    for (int i = 0; i < EXAMPLES; i++) {
      var p = softmax(z[i]);
      for (int label = 0; label < CLASSES; label++) {
        var one = new double[EXAMPLES][CLASSES];
        for (int k = 0; k < CLASSES; k++) {
          one[i][k] = EXAMPLES * (p[k] - (k == label ? 1 : 0));
        }
        var g = back(one, point);
        double along = 0;
        for (int j = 0; j < v.length; j++) {
          along += g[j] * v[j];
        }
        for (int j = 0; j < v.length; j++) {
          sum[j] += p[label] * g[j] * along / EXAMPLES;
        }
      }
    }
    return sum;
  }

  private double[] moved(double[] v, double step) {
    return IntStream.range(0, v.length).mapToDouble(i -> point[i] + step * v[i]).toArray();
  }
}
