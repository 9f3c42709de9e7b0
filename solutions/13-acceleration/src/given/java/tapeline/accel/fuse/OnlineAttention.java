package tapeline.accel.fuse;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.TensorOp;
import tapeline.tensor.Tensor;
import tapeline.vector.math.RowLoops;

/// `softmax(Q·Kᵀ/√c + mask)·V` without its matrix of scores: Q, K, V and Y (…,time,c). The mask is
/// causal, or there is none.
///
/// Forward makes the scores in blocks of 64 for one row, uses and overwrites them; backward makes
/// them again, 64 rows at a time, from Q, K and the logarithm of each row's sum (Dao et al. 2022,
/// arXiv 2205.14135). In forward alone the plain composition writes and reads the (time,time)
/// matrix four times.
///
/// One op is for one place on a tape.
public final class OnlineAttention implements TensorOp.Many, FusedOp {
  static final int BLOCK = 64;

  final boolean causal;
  private float[] logSums = {};
  private @Nullable Tensor from;
  private int version; // that it had: a program may write it anew between two walks
  private List<Tensor> gradients = List.of();

  public OnlineAttention(boolean causal) {
    this.causal = causal;
  }

  /// Computes Y row by row, in blocks of scores.
  ///
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

  /// Computes `s[j] = q·kⱼ/√c` for n columns of Kᵀ (c,time).
  private static void score(
      float[] q, int at, float[] k, int first, int time, int c, float[] s, int n) {
    float scale = (float) (1 / Math.sqrt(c));
    Arrays.fill(s, 0, n, 0);
    for (int i = 0; i < c; i++) {
      RowLoops.addScaled(s, 0, scale * q[at + i], k, first + i * time, n);
    }
  }

  /// Computes all three gradients in one pass, at the first call for this dY.
  @Override
  public Tensor grad(int input, Tensor dY, List<Tensor> inputs, Tensor y) {
    if (from != dY || version != dY.version()) {
      gradients = gradients(dY, inputs, y);
      from = dY;
      version = dY.version();
    }
    return gradients.get(input);
  }

  /// Computes `dV = PᵀdY`, `dP = dY·Vᵀ`, `dS = P·(dP − Σ dY·Y)/√c`, `dQ = dS·K`, `dK = dSᵀQ`, block
  /// by block: each a product of matrices of 64 rows.
  private List<Tensor> gradients(Tensor dY, List<Tensor> inputs, Tensor y) {
    int time = y.shape().length(-2);
    var q = heads(inputs.get(0));
    var k = heads(inputs.get(1));
    var v = heads(inputs.get(2));
    var slope = heads(dY);
    var along = slope.times(heads(y)).sum(true, -1); // Σ dY·Y of each row
    var sums = Tensor.of(logSums, q.shape().length(0), time, 1);
    var dQ = Tensor.zeros(q.shape());
    var dK = Tensor.zeros(q.shape());
    var dV = Tensor.zeros(q.shape());
    for (int head = 0; head < q.shape().length(0); head++) {
      for (int i = 0; i < time; i += BLOCK) {
        for (int j = 0; j < (causal ? i + 1 : time); j += BLOCK) {
          var rows = new Part(head, i, Math.min(time, i + BLOCK));
          var columns = new Part(head, j, Math.min(time, j + BLOCK));
          var qRows = rows.of(q);
          var kRows = columns.of(k);
          var dRows = rows.of(slope);
          var scale = (float) (1 / Math.sqrt(q.shape().length(-1)));
          var scores = qRows.matmul(kRows.transpose()).times(scale);
          var p = weights(scores, rows.of(sums), i - j);
          var dP = dRows.matmul(columns.of(v).transpose());
          var dS = p.times(dP.minus(rows.of(along))).times(scale);
          rows.add(dQ, dS.matmul(kRows));
          columns.add(dK, dS.transpose().matmul(qRows));
          columns.add(dV, p.transpose().matmul(dRows));
        }
      }
    }
    return Stream.of(dQ, dK, dV).map(d -> d.reshape(y.shape().toArray())).toList();
  }

  /// Rows `from ≤ i < to` of one head.
  private record Part(int head, int from, int to) {
    Tensor of(Tensor x) {
      return x.slice(0, head, head + 1).slice(1, from, to).reshape(to - from, -1);
    }

    void add(Tensor sum, Tensor more) {
      var part = of(sum);
      part.assign(part.plus(more));
    }
  }

  /// Returns `exp(score − ln Σ)`; 0 where the mask is, and in rows of which all is masked. Row i
  /// sees the columns up to `i + ahead`.
  private Tensor weights(Tensor scores, Tensor logSums, int ahead) {
    var weights = scores.minus(logSums).exp();
    int columns = scores.shape().length(1);
    for (int i = 0; i < scores.shape().length(0); i++) {
      boolean masked = logSums.at(i, 0) == Float.NEGATIVE_INFINITY;
      int seen = masked ? 0 : causal ? Math.min(columns, i + ahead + 1) : columns;
      int row = weights.offset() + i * columns;
      Arrays.fill(weights.data(), row + seen, row + columns, 0);
    }
    return weights;
  }

  /// Returns (…,time,c) as (heads,time,c).
  private static Tensor heads(Tensor x) {
    return x.contiguous().reshape(-1, x.shape().length(-2), x.shape().length(-1));
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
