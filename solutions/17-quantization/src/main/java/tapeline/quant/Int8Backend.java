package tapeline.quant;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.tensor.Backend;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// A [Backend] whose products with a weight in int8 are products of integers. It knows a weight by
/// its array: on the right as a linear layer has it, on the left as a convolution has it. All other
/// work is that of the backend behind it.
final class Int8Backend extends ForwardingBackend {
  private final IdentityHashMap<Object, Weight> weights = new IdentityHashMap<>(); // by arrays
  private boolean watches;

  private static final class Weight {
    final QuantizedMatrix codes;
    final List<Tensor> seen = new ArrayList<>();
    @Nullable Affine input; // the calibrated code of its inputs

    Weight(QuantizedMatrix codes) {
      this.codes = codes;
    }
  }

  Int8Backend(Backend real) {
    super(real);
  }

  /// Products with the weight on this array are products with these codes.
  void put(float[] array, QuantizedMatrix codes) {
    weights.put(array, new Weight(codes));
  }

  /// Products are those of the backend behind, and their inputs are kept, until [#choose].
  void watch() {
    watches = true;
  }

  /// The code of each weight's inputs, from those that were seen.
  void choose(Calibration how) {
    watches = false;
    for (var w : weights.values()) {
      if (!w.seen.isEmpty()) w.input = how.of(joined(w.seen));
      w.seen.clear();
    }
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
    if (right != null && is(b, right.codes.columns(), right.codes.rows())) {
      return watches ? watched(right, a, a, b) : timesWeight(a, right);
    }
    var left = weights.get(a.data());
    if (left != null && is(a, left.codes.rows(), left.codes.columns()) && b.shape().rank() == 2) {
      return watches ? watched(left, b, a, b) : weightTimes(left, b);
    }
    return super.matmul(a, b);
  }

  private static boolean is(Tensor t, int m, int n) {
    return t.shape().equals(Shape.of(m, n)) && t.isContiguous();
  }

  private Tensor watched(Weight weight, Tensor input, Tensor a, Tensor b) {
    weight.seen.add(input.copy());
    return super.matmul(a, b);
  }

  /// X·W: X (…,in), W (in,out).
  private static Tensor timesWeight(Tensor x, Weight weight) {
    var w = weight.codes;
    var lengths = x.shape().toArray();
    lengths[lengths.length - 1] = w.rows();
    var rows = x.reshape(-1, w.columns());
    var code = code(weight, rows);
    int[] sums = IntProduct.of(Codes.of(code, rows), w.codes());
    var y = new float[sums.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = code.scale() * w.scale(i % w.rows()) * sums[i];
    }
    return Tensor.of(y, lengths);
  }

  /// W·X: W (out,in), X (in,places).
  private static Tensor weightTimes(Weight weight, Tensor x) {
    var w = weight.codes;
    var code = code(weight, x);
    int[] sums = IntProduct.of(w.codes(), Codes.of(code, x.transpose()));
    int places = x.shape().length(1);
    var y = new float[sums.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = code.scale() * w.scale(i / places) * sums[i];
    }
    return Tensor.of(y, w.rows(), places);
  }

  /// The calibrated code of a weight's inputs; where there is none, that of these very inputs.
  private static Affine code(Weight weight, Tensor x) {
    var known = weight.input;
    return known != null ? known : new Calibration.MinMax().of(x.toArray());
  }

  @Override
  public String name() {
    return super.name() + ", int8";
  }
}
