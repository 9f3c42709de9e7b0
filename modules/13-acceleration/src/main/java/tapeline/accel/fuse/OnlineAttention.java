package tapeline.accel.fuse;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.accel.math.RowLoops;
import tapeline.autograd.TensorOp;
import tapeline.tensor.Tensor;

/// `softmax(Q·Kᵀ/√c + mask)·V` without its matrix of scores: Q, K, V and Y (…,time,c). The mask is
/// causal, or there is none.
///
/// Scores are made in blocks of 64 for one row, used, and overwritten; backward makes them again
/// from Q, K and the logarithm of each row's sum (Dao et al. 2022, arXiv 2205.14135). In forward
/// alone the plain composition writes and reads the (time,time) matrix four times.
///
/// One op is for one place on a tape.
public final class OnlineAttention implements TensorOp.Many {
  private static final int BLOCK = 64;

  private final boolean causal;
  private float[] logSums = {};
  private @Nullable Tensor from;
  private List<Tensor> gradients = List.of();

  public OnlineAttention(boolean causal) {
    this.causal = causal;
  }

  /// @throws IllegalArgumentException unless Q, K and V are of one shape
  @Override
  public Tensor forward(List<Tensor> inputs) {
    var shape = inputs.get(0).shape();
    if (!shape.equals(inputs.get(1).shape()) || !shape.equals(inputs.get(2).shape())) {
      throw new IllegalArgumentException(
          "attention needs Q, K and V of one shape, got %s, %s and %s"
              .formatted(shape, inputs.get(1).shape(), inputs.get(2).shape()));
    }
    int time = shape.length(-2);
    int c = shape.length(-1);
    var q = inputs.get(0).contiguous();
    var k = inputs.get(1).transpose().copy().data();
    var v = alone(inputs.get(2));
    var y = Tensor.zeros(shape);
    var scores = new float[BLOCK];
    var mean = new OnlineSoftmax(c);
    logSums = new float[shape.size() / Math.max(c, 1)];
    for (int row = 0; row < logSums.length; row++) {
      int head = row / time * time;
      int seen = causal ? row - head + 1 : time;
      mean.clear();
      for (int j = 0; j < seen; j += BLOCK) {
        int n = Math.min(BLOCK, seen - j);
        score(q.data(), q.offset() + row * c, k, head * c + j, time, c, scores, n);
        mean.add(scores, v, (head + j) * c, n);
      }
      logSums[row] = mean.into(y.data(), row * c);
    }
    return y;
  }

  /// `s[j] = q·kⱼ/√c` for n columns of Kᵀ (c,time).
  private static void score(
      float[] q, int at, float[] k, int first, int time, int c, float[] s, int n) {
    float scale = (float) (1 / Math.sqrt(c));
    Arrays.fill(s, 0, n, 0);
    for (int i = 0; i < c; i++) {
      RowLoops.addScaled(s, 0, scale * q[at + i], k, first + i * time, n);
    }
  }

  /// All three gradients come from one pass, at the first call for this dY.
  @Override
  public Tensor grad(int input, Tensor dY, List<Tensor> inputs, Tensor y) {
    if (from != dY) {
      gradients = gradients(dY, inputs, y);
      from = dY;
    }
    return gradients.get(input);
  }

  /// `dV = PᵀdY`, `dP = dY·Vᵀ`, `dS = P·(dP − Σ dY·Y)/√c`, `dQ = dS·K`, `dK = dSᵀQ`.
  private List<Tensor> gradients(Tensor dY, List<Tensor> inputs, Tensor y) {
    var shape = y.shape();
    int time = shape.length(-2);
    int c = shape.length(-1);
    float scale = (float) (1 / Math.sqrt(c));
    var q = alone(inputs.get(0));
    var k = alone(inputs.get(1));
    var kT = inputs.get(1).transpose().copy().data();
    var vT = inputs.get(2).transpose().copy().data();
    var slope = alone(dY);
    var dQ = Tensor.zeros(shape);
    var dK = Tensor.zeros(shape);
    var dV = Tensor.zeros(shape);
    var p = new float[BLOCK];
    var dP = new float[BLOCK];
    for (int row = 0; row < logSums.length; row++) {
      int head = row / time * time;
      int seen = causal ? row - head + 1 : time;
      float along = RowLoops.dot(slope, row * c, y.data(), y.offset() + row * c, c);
      for (int j = 0; j < seen; j += BLOCK) {
        int n = Math.min(BLOCK, seen - j);
        score(q, row * c, kT, head * c + j, time, c, p, n);
        score(slope, row * c, vT, head * c + j, time, c, dP, n);
        if (logSums[row] != Float.NEGATIVE_INFINITY) {
          RowLoops.expSum(p, 0, logSums[row], p, 0, n);
        } else {
          Arrays.fill(p, 0, n, 0);
        }
        for (int i = 0; i < n; i++) {
          int other = (head + j + i) * c;
          float ds = p[i] * (dP[i] - scale * along); // dP has the factor 1/√c already
          RowLoops.addScaled(dV.data(), other, p[i], slope, row * c, c);
          RowLoops.addScaled(dQ.data(), row * c, ds, k, other, c);
          RowLoops.addScaled(dK.data(), other, ds, q, row * c, c);
        }
      }
    }
    return List.of(dQ, dK, dV);
  }

  private static float[] alone(Tensor x) {
    boolean isAlone = x.isContiguous() && x.data().length == x.shape().size();
    return isAlone ? x.data() : x.toArray();
  }

  @Override
  public String name() {
    return "OnlineAttention";
  }
}
