package tapeline.accel.fuse;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.TensorOp;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.vector.MatrixView;
import tapeline.vector.StridedArray;
import tapeline.vector.math.RowLoops;
import tapeline.vector.tile.UnpackedProduct;

/// `softmax(Q·Kᵀ·scale + mask)·V`, head by head: Q and Y (…,rows,c), K and V (…,positions,c), mask
/// (rows,positions), which has no gradient; none of them empty.
///
/// A head's scores become weights, and their slopes gradients, while they are in a cache; op by op
/// all heads' are written and read again at each step. The op keeps the weights for backward: the
/// tape does not count them. One op is for one place on a tape.
public final class FusedAttention implements TensorOp.Many, FusedOp {
  private static final int FMAS = 8; // products of numbers that take as long as an addition alone

  private final float scale;
  private float[] weights = {};
  private @Nullable Tensor from;
  private int version; // that it had: a program may write it anew between two walks
  private List<Tensor> gradients = List.of();

  public FusedAttention(float scale) {
    this.scale = scale;
  }

  /// Computes Y.
  ///
  /// @throws IllegalArgumentException unless the shapes are as above
  @Override
  public Tensor forward(List<Tensor> inputs) {
    var of = new Heads(inputs);
    var y = Unwritten.of(inputs.get(0).shape());
    var mask = Unwritten.range(inputs.get(3));
    weights = Unwritten.of(Shape.of(of.count, of.rows, of.positions)).data();
    of.each((h, space, at) -> {
      int first = h * of.rows * of.positions;
      of.scores(of.q.matrix(h), of.k.matrix(h), space, at, weights, first);
      for (int i = 0; i < of.rows * of.positions; i += of.positions) {
        RowLoops.scale(weights, first + i, scale, of.positions);
        RowLoops.addScaled(weights, first + i, 1, mask.data(), mask.from() + i, of.positions);
        RowLoops.softmax(weights, first + i, weights, first + i, of.positions);
      }
      set(y, h, of.matrix(weights, first), of.v.matrix(h));
    });
    return y;
  }

  /// Computes all three gradients at the first call for this dY, head by head: `dV = Pᵀ·dY`, `dP =
  /// dY·Vᵀ`, `dS = P·(dP − Σ P·dP)·scale` by row, `dQ = dS·K`, `dK = dSᵀ·Q`.
  @Override
  public Tensor grad(int input, Tensor dY, List<Tensor> inputs, Tensor y) {
    if (from != dY || version != dY.version()) {
      var of = new Heads(inputs);
      var slope = strided(dY);
      gradients = inputs.subList(0, 3).stream().map(x -> Unwritten.of(x.shape())).toList();
      of.each((h, space, at) -> {
        int first = h * of.rows * of.positions;
        of.scores(slope.matrix(h), of.v.matrix(h), space, at + of.rows * of.positions, space, at);
        for (int i = 0; i < of.rows * of.positions; i += of.positions) {
          RowLoops.softmaxSlope(weights, first + i, scale, space, at + i, of.positions);
        }
        var dS = of.matrix(space, at);
        set(gradients.get(0), h, dS, of.k.matrix(h));
        set(gradients.get(1), h, dS.transpose(), of.q.matrix(h));
        set(gradients.get(2), h, of.matrix(weights, first).transpose(), slope.matrix(h));
      });
      from = dY;
      version = dY.version();
    }
    return gradients.get(input);
  }

  /// Writes A·B to matrix h of Y.
  private static void set(Tensor y, int h, MatrixView a, MatrixView b) {
    UnpackedProduct.set(a, b, y.data(), h * a.rows() * b.columns(), 0, a.rows());
  }

  /// Returns x, copied where its rows do not have neighbours.
  private static StridedArray strided(Tensor x) {
    return Unwritten.strided(x.stride(-1) == 1 ? x : x.contiguous());
  }

  /// Does its work on head h, in space from `space[at]` on.
  private interface Work {
    void on(int h, float[] space, int at);
  }

  /// The inputs, a matrix for each head.
  private static final class Heads {
    final StridedArray q;
    final StridedArray k;
    final StridedArray v;
    final int rows;
    final int positions;
    final int width;
    final int count;

    Heads(List<Tensor> inputs) {
      var asking = inputs.get(0).shape();
      var seen = inputs.get(1).shape();
      rows = asking.length(-2);
      width = asking.length(-1);
      positions = seen.length(-2);
      var all = asking.toArray();
      all[all.length - 2] = positions;
      if (asking.size() * positions == 0
          || !seen.equals(Shape.of(all))
          || !seen.equals(inputs.get(2).shape())
          || !inputs.get(3).shape().equals(Shape.of(rows, positions))) {
        throw new IllegalArgumentException(
            "attention needs Q (…,rows,c), K and V (…,positions,c) and a mask (rows,positions), got "
                + inputs.stream().map(Tensor::shape).toList());
      }
      q = strided(inputs.get(0));
      k = strided(inputs.get(1));
      v = strided(inputs.get(2));
      count = asking.size() / (rows * width);
    }

    /// Does the work on every head; threads share the heads.
    void each(Work work) {
      int size = (rows + width) * positions;
      int numbers = rows * positions * width / FMAS;
      var shares = Unwritten.sharesInUse();
      var space = Unwritten.of(Shape.of(shares.parts(count, numbers), size)).data();
      shares.run(
          count,
          numbers,
          (t, first, end) -> {
            for (int h = first; h < end; h++) work.on(h, space, t * size);
          });
      Unwritten.releaseInUse(space);
    }

    /// Computes `A·Bᵀ` from `to[at]` on, with Bᵀ in the space from `turned[t]` on.
    void scores(MatrixView a, MatrixView b, float[] turned, int t, float[] to, int at) {
      UnpackedProduct.inRows(b.transpose(), turned, t);
      var right = new MatrixView(turned, t, width, positions, positions, 1);
      UnpackedProduct.set(a, right, to, at, 0, rows);
    }

    /// Returns the (rows,positions) that begin at `x[at]`.
    MatrixView matrix(float[] x, int at) {
      return new MatrixView(x, at, rows, positions, positions, 1);
    }
  }

  @Override
  public Keeps keeps() {
    return Keeps.INPUTS;
  }

  @Override
  public String name() {
    return "FusedAttention";
  }
}
