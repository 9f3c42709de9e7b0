package tapeline.competition.workload;

import java.util.List;

/// Module 09's transformer in float64, written anew: all positions of a text at once, no cache.
///
/// The weights come in the order of the course's `CharModel.parameters()`, after the sizes: tokens,
/// positions; of each block norm, query, key, value, output, norm, up, down; norm, head. A norm is
/// gain and bias, a linear layer weight (in,out) and bias.
final class TransformerOracle {
  private static final double EPSILON = 1e-5;
  private static final double ROOT_2_OVER_PI = Math.sqrt(2 / Math.PI);
  private static final double GELU_CUBE = 0.044715;
  private static final int PER_BLOCK = 16; // arrays

  private final int vocabulary;
  private final int width;
  private final int heads;
  private final int layers;
  private final List<float[]> given;

  TransformerOracle(int vocabulary, int width, int heads, int layers, List<float[]> given) {
    this.vocabulary = vocabulary;
    this.width = width;
    this.heads = heads;
    this.layers = layers;
    this.given = given;
  }

  /// The logits of the next token after each position.
  double[][] logits(int... text) {
    var x = new double[text.length][width];
    for (int t = 0; t < text.length; t++) {
      for (int i = 0; i < width; i++) {
        x[t][i] = (double) given.get(1)[text[t] * width + i] + given.get(2)[t * width + i];
      }
    }
    int at = 3;
    for (int layer = 0; layer < layers; layer++, at += PER_BLOCK) {
      var rows = normalised(x, at);
      var query = linear(rows, at + 2, width);
      var key = linear(rows, at + 4, width);
      var value = linear(rows, at + 6, width);
      add(x, linear(attended(query, key, value), at + 8, width));
      var up = linear(normalised(x, at + 10), at + 12, 4 * width);
      for (var row : up) {
        for (int i = 0; i < row.length; i++) {
          row[i] = gelu(row[i]);
        }
      }
      add(x, linear(up, at + 14, width));
    }
    return linear(normalised(x, at), at + 2, vocabulary);
  }

  private static double gelu(double x) {
    return 0.5 * x * (1 + Math.tanh(ROOT_2_OVER_PI * (x + GELU_CUBE * x * x * x)));
  }

  private static void add(double[][] x, double[][] y) {
    for (int t = 0; t < x.length; t++) {
      for (int i = 0; i < x[t].length; i++) {
        x[t][i] += y[t][i];
      }
    }
  }

  private double[][] normalised(double[][] x, int at) {
    var y = new double[x.length][width];
    for (int t = 0; t < x.length; t++) {
      double mean = 0;
      for (double v : x[t]) {
        mean += v / width;
      }
      double variance = EPSILON;
      for (double v : x[t]) {
        variance += (v - mean) * (v - mean) / width;
      }
      for (int i = 0; i < width; i++) {
        y[t][i] = (x[t][i] - mean) / Math.sqrt(variance) * given.get(at)[i] + given.get(at + 1)[i];
      }
    }
    return y;
  }

  private double[][] linear(double[][] x, int at, int out) {
    float[] weight = given.get(at);
    var y = new double[x.length][out];
    for (int t = 0; t < x.length; t++) {
      for (int j = 0; j < out; j++) {
        y[t][j] = given.get(at + 1)[j];
      }
      for (int i = 0; i < x[t].length; i++) {
        for (int j = 0; j < out; j++) {
          y[t][j] += x[t][i] * weight[i * out + j];
        }
      }
    }
    return y;
  }

  /// Causal attention, head by head.
  private double[][] attended(double[][] q, double[][] k, double[][] v) {
    int c = width / heads;
    var y = new double[q.length][width];
    for (int t = 0; t < q.length; t++) {
      for (int from = 0; from < width; from += c) {
        var weights = new double[t + 1];
        double largest = Double.NEGATIVE_INFINITY;
        for (int s = 0; s <= t; s++) {
          for (int i = from; i < from + c; i++) {
            weights[s] += q[t][i] * k[s][i] / Math.sqrt(c);
          }
          largest = Math.max(largest, weights[s]);
        }
        double sum = 0;
        for (int s = 0; s <= t; s++) {
          weights[s] = Math.exp(weights[s] - largest);
          sum += weights[s];
        }
        for (int s = 0; s <= t; s++) {
          for (int i = from; i < from + c; i++) {
            y[t][i] += weights[s] / sum * v[s][i];
          }
        }
      }
    }
    return y;
  }
}
