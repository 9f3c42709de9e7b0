package tapeline.precision;

import java.util.Arrays;
import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.ForwardingBackend;
import tapeline.tensor.Reduction;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// A [Backend] that, while it is [#low], rounds what each primitive makes, and gathers sums in the
/// format: arithmetic as a processor with no wider registers would do it. Else that of the backend
/// behind it.
final class MixedBackend extends ForwardingBackend {
  private final FloatFormat format;
  private boolean low;

  MixedBackend(FloatFormat format, Backend real) {
    super(real);
    this.format = format;
  }

  boolean isLow() {
    return low;
  }

  void setLow(boolean low) {
    this.low = low;
  }

  private Tensor rounded(Tensor y) {
    return low ? format.round(y) : y;
  }

  @Override
  public Tensor map(UnaryOp op, Tensor x) {
    return rounded(super.map(op, x));
  }

  @Override
  public Tensor slope(UnaryOp op, Tensor dy, Tensor x, Tensor y) {
    return rounded(super.slope(op, dy, x, y));
  }

  @Override
  public Tensor zip(BinaryOp op, Tensor a, Tensor b) {
    return rounded(super.zip(op, a, b));
  }

  /// The operands are rounded too; the sums between are float32's.
  @Override
  public Tensor matmul(Tensor a, Tensor b) {
    return rounded(super.matmul(rounded(a), rounded(b)));
  }

  /// Low: one number after the other is added, and each sum is rounded.
  @Override
  public Tensor reduce(Reduction op, Tensor x, boolean keep, int... axes) {
    if (!low || op != Reduction.SUM) {
      return super.reduce(op, x, keep, axes);
    }
    var rows = lastAxis(x, axes);
    int n = rows.shape().length(-1);
    var from = rows.toArray();
    var sums = new float[n == 0 ? 0 : from.length / n];
    for (int i = 0; i < from.length; i++) {
      sums[i / n] = format.round(sums[i / n] + from[i]);
    }
    return Tensor.of(sums, x.shape().reduced(true, axes).toArray())
        .reshape(x.shape().reduced(keep, axes).toArray());
  }

  /// The tensor with the axes that are summed along in one, the last.
  private static Tensor lastAxis(Tensor x, int... axes) {
    int rank = x.shape().rank();
    var summed = new boolean[rank];
    if (axes.length == 0) {
      Arrays.fill(summed, true);
    }
    for (int axis : axes) {
      summed[x.shape().axis(axis)] = true;
    }
    var order = new int[rank];
    int at = 0;
    int n = 1;
    for (boolean last : new boolean[] {false, true}) {
      for (int k = 0; k < rank; k++) {
        if (summed[k] == last) {
          order[at++] = k;
          n *= last ? x.shape().length(k) : 1;
        }
      }
    }
    return x.permute(order).reshape(n == 0 ? 0 : x.shape().size() / n, n);
  }

  /// Low: in steps that are rounded each.
  @Override
  public Tensor softmax(Tensor x) {
    if (!low) {
      return super.softmax(x);
    }
    var e = x.minus(x.max(true, -1)).exp();
    return e.div(e.sum(true, -1));
  }

  @Override
  public Tensor logSumExp(Tensor x) {
    if (!low) {
      return super.logSumExp(x);
    }
    var max = x.max(true, -1);
    return x.minus(max).exp().sum(true, -1).log().plus(max);
  }

  @Override
  public String name() {
    return super.name() + ", " + format;
  }
}
