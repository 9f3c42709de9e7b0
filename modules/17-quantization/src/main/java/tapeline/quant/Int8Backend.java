package tapeline.quant;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tapeline.tensor.Backend;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// A [Backend] whose products with a weight in int8 are products of integers. It knows a weight by
/// its array: on the right as a linear layer has it, on the left as a convolution has it. All other
/// work is that of the backend behind it.
final class Int8Backend extends ForwardingBackend {
  private final Map<float[], QuantizedMatrix> weights = new HashMap<>(); // arrays are equal as one
  private final Map<float[], Affine> inputs = new HashMap<>();
  private final Map<float[], List<Tensor>> seen = new HashMap<>();
  private boolean watches;

  Int8Backend(Backend real) {
    super(real);
  }

  /// Products with the weight on this array are products with these codes.
  void put(float[] array, QuantizedMatrix weight) {
    weights.put(array, weight);
  }

  /// Products are those of the backend behind, and their inputs are kept, until [#choose].
  void watch() {
    watches = true;
  }

  /// The code of each weight's inputs, from those that were seen.
  void choose(Calibration how) {
    watches = false;
    seen.forEach((array, samples) -> inputs.put(array, how.of(joined(samples))));
    seen.clear();
  }

  private static float[] joined(List<Tensor> samples) {
    var all = new float[samples.stream().mapToInt(x -> x.shape().size()).sum()];
    int at = 0;
    for (var x : samples) {
      System.arraycopy(x.toArray(), 0, all, at, x.shape().size());
      at += x.shape().size();
    }
    return all;
  }

  @Override
  public Tensor matmul(Tensor a, Tensor b) {
    var right = weights.get(b.data());
    if (right != null && is(b, right.columns(), right.rows())) {
      return watches ? watched(b, a, a, b) : timesWeight(a, b.data(), right);
    }
    var left = weights.get(a.data());
    if (left != null && is(a, left.rows(), left.columns()) && b.shape().rank() == 2) {
      return watches ? watched(a, b, a, b) : weightTimes(a.data(), left, b);
    }
    return super.matmul(a, b);
  }

  private static boolean is(Tensor t, int m, int n) {
    return t.shape().equals(Shape.of(m, n)) && t.isContiguous();
  }

  private Tensor watched(Tensor weight, Tensor input, Tensor a, Tensor b) {
    seen.computeIfAbsent(weight.data(), _ -> new ArrayList<>()).add(input.copy());
    return super.matmul(a, b);
  }

  /// X·W: X (…,in), W (in,out).
  private Tensor timesWeight(Tensor x, float[] array, QuantizedMatrix w) {
    var lengths = x.shape().toArray();
    lengths[lengths.length - 1] = w.rows();
    var rows = x.reshape(-1, w.columns());
    var code = code(array, rows);
    int[] sums = IntProduct.of(Codes.of(code, rows), w.codes());
    var y = new float[sums.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = code.scale() * w.scale(i % w.rows()) * sums[i];
    }
    return Tensor.of(y, lengths);
  }

  /// W·X: W (out,in), X (in,places).
  private Tensor weightTimes(float[] array, QuantizedMatrix w, Tensor x) {
    var code = code(array, x);
    int[] sums = IntProduct.of(w.codes(), Codes.of(code, x.transpose()));
    int places = x.shape().length(1);
    var y = new float[sums.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = code.scale() * w.scale(i / places) * sums[i];
    }
    return Tensor.of(y, w.rows(), places);
  }

  /// The calibrated code of a weight's inputs; where there is none, that of these very inputs.
  private Affine code(float[] array, Tensor x) {
    var known = inputs.get(array);
    return known != null ? known : new Calibration.MinMax().of(x.toArray());
  }

  @Override
  public String name() {
    return super.name() + ", int8";
  }
}
