package tapeline.tests.transformer;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import tapeline.nn.Parameter;
import tapeline.tests.InFloat64;

/// A transformer in float64, on the parameters of one in float32, which it knows by their names.
public final class ExactModel {
  private static final double EPSILON = 1e-5;

  private final Map<String, double[][]> parameters;
  private final int heads;

  public ExactModel(List<Parameter> parameters, int heads) {
    this.parameters =
        parameters.stream()
            .collect(
                Collectors.toMap(
                    Parameter::name, p -> ExactAttention.rows(p.value()), (a, _) -> a));
    this.heads = heads;
  }

  /// The logits (time,vocabulary) of one text.
  public double[][] logits(int layers, int... text) {
    var x = new double[text.length][];
    for (int t = 0; t < text.length; t++) {
      x[t] = sum(table("tokens")[text[t]], table("positions")[t]);
    }
    for (int i = 0; i < layers; i++) {
      x = block("block" + i, x);
    }
    return linear("head", norm("norm", x));
  }

  private static double[] sum(double[] a, double[] b) {
    var y = new double[a.length];
    Arrays.setAll(y, i -> a[i] + b[i]);
    return y;
  }

  /// A block with causal attention on one text (time,width).
  public double[][] block(String name, double[][] x) {
    var y = ExactAttention.plus(x, attention(name + ".attention", norm(name + ".norm1", x)));
    var up = linear(name + ".up", norm(name + ".norm2", y));
    return ExactAttention.plus(y, linear(name + ".down", map(up, InFloat64::gelu)));
  }

  /// Causal attention on one text (time,width).
  double[][] attention(String name, double[][] x) {
    var q = linear(name + ".query", x);
    var k = linear(name + ".key", x);
    var v = linear(name + ".value", x);
    int c = q[0].length / heads;
    var joined = new double[x.length][q[0].length];
    for (int h = 0; h < heads; h++) {
      int from = h * c;
      var y =
          ExactAttention.attend(
              ExactAttention.columns(q, from, from + c),
              ExactAttention.columns(k, from, from + c),
              ExactAttention.columns(v, from, from + c),
              true);
      for (int t = 0; t < x.length; t++) {
        System.arraycopy(y[t], 0, joined[t], from, c);
      }
    }
    return linear(name + ".output", joined);
  }

  private double[][] norm(String name, double[][] x) {
    var gain = table(name + ".gain")[0];
    var bias = table(name + ".bias")[0];
    var y = ExactAttention.normalize(x, EPSILON);
    for (var row : y) {
      Arrays.setAll(row, j -> row[j] * gain[j] + bias[j]);
    }
    return y;
  }

  private double[][] linear(String name, double[][] x) {
    return InFloat64.linear(x, table(name + ".weight"), table(name + ".bias")[0]);
  }

  private double[][] table(String name) {
    return Objects.requireNonNull(parameters.get(name), name);
  }

  private static double[][] map(double[][] x, DoubleUnaryOperator f) {
    return Arrays.stream(x)
        .map(row -> Arrays.stream(row).map(f).toArray())
        .toArray(double[][]::new);
  }
}
