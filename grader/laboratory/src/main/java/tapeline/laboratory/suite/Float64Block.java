package tapeline.laboratory.suite;

/// A transformer's block in float64; see [tapeline.transformer.TransformerBlock].
final class Float64Block {
  private Float64Block() {}

  /// The block's result.
  ///
  /// @param v the input (texts,time,width), and the parameters in the block's order
  static double[] of(double[][] v, int time, int width, int heads) {
    double[] rows = norm(v[0], v[1], v[2], width);
    double[] query = Float64.linear(rows, v[3], v[4]);
    double[] key = Float64.linear(rows, v[5], v[6]);
    double[] value = Float64.linear(rows, v[7], v[8]);
    var gathered = new double[rows.length];
    int c = width / heads;
    for (int text = 0; text < rows.length / width; text += time) {
      for (int from = 0; from < width; from += c) {
        attend(query, key, value, gathered, text, time, width, from, c);
      }
    }
    double[] y = Float64.plus(v[0], Float64.linear(gathered, v[9], v[10]));
    double[] up = Float64.linear(norm(y, v[11], v[12], width), v[13], v[14]);
    return Float64.plus(y, Float64.linear(Float64.map(Float64Block::gelu, up), v[15], v[16]));
  }

  private static double[] norm(double[] x, double[] gain, double[] bias, int width) {
    return Float64.plus(Float64.times(normalize(x, width), gain), bias);
  }

  /// Rows of n numbers, each with mean 0 and variance 1.
  private static double[] normalize(double[] x, int n) {
    var y = new double[x.length];
    for (int from = 0; from < x.length; from += n) {
      double mean = 0;
      double square = 0;
      for (int j = 0; j < n; j++) {
        mean += x[from + j] / n;
      }
      for (int j = 0; j < n; j++) {
        square += (x[from + j] - mean) * (x[from + j] - mean) / n;
      }
      for (int j = 0; j < n; j++) {
        y[from + j] = (x[from + j] - mean) / Math.sqrt(square + 1e-5);
      }
    }
    return y;
  }

  private static double gelu(double x) {
    return x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
  }

  /// Causal attention of one head over one text: row i of y gathers rows 0 to i of v, by what q and
  /// k have in common. The text begins at row `text`, the head's c columns at `from`.
  private static void attend(
      double[] q,
      double[] k,
      double[] v,
      double[] y,
      int text,
      int time,
      int width,
      int from,
      int c) {
    for (int i = text; i < text + time; i++) {
      var weights = new double[i - text + 1];
      double sum = 0;
      for (int j = text; j <= i; j++) {
        double score = 0;
        for (int d = from; d < from + c; d++) {
          score += q[i * width + d] * k[j * width + d];
        }
        weights[j - text] = Math.exp(score / Math.sqrt(c));
        sum += weights[j - text];
      }
      for (int j = text; j <= i; j++) {
        for (int d = from; d < from + c; d++) {
          y[i * width + d] += weights[j - text] / sum * v[j * width + d];
        }
      }
    }
  }
}
