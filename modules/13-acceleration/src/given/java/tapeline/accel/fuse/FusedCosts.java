package tapeline.accel.fuse;

import static tapeline.accel.fuse.OnlineAttention.BLOCK;
import static tapeline.instruments.profile.Cost.NONE;
import static tapeline.profile.cost.PassCost.*;

import java.util.Collections;
import java.util.List;
import tapeline.instruments.profile.Cost;
import tapeline.profile.cost.OpCost;
import tapeline.profile.cost.ProductCost;
import tapeline.tensor.Shape;
import tapeline.tensor.UnaryOp;

/// The cost of fused ops, by formula, from shapes alone, as [OpCost] has it for the others.
///
/// FLOPs are those of the passes that an op unites, and of what backward computes again. Bytes are
/// those of inputs and of what forward kept, each read once, and of results: what one pass hands to
/// the next lies in registers or in a near cache.
final class FusedCosts {
  private FusedCosts() {}

  /// The cost of an op on inputs of these shapes, with result Y.
  static OpCost of(FusedOp op, List<Shape> inputs, Shape y) {
    var a = inputs.getFirst();
    var b = inputs.size() > 1 ? inputs.get(1) : a;
    return switch (op) {
      case BiasActivation f -> biasActivation(f, a, b);
      case FusedAttention _ -> attention(a, b);
      case FusedLayerNorm _ -> layerNorm(a);
      case FusedLinear _ -> linear(a, b, y);
      case ImagewiseConvolution _ -> convolution(a, b, y);
      case OnlineAttention f -> onlineAttention(f, a);
      case PooledRelu _ -> pooledRelu(a, y);
      case SoftmaxCrossEntropy _ -> crossEntropy(a);
      case SquaredReluChain _ -> squaredRelu(a, b);
    };
  }

  /// An op whose gradients come from one pass.
  private static OpCost atOnce(int inputs, Cost forward, Cost backward) {
    return new OpCost(forward, Collections.nCopies(inputs, NONE), backward);
  }

  /// A sum and f; then f′·dY and the sums of its columns. Where f′ is known from the sum alone,
  /// that is made again.
  private static OpCost biasActivation(BiasActivation op, Shape x, Shape b) {
    var f = UnaryOp.valueOf(op.f.name());
    long n = x.size();
    long row = b.size();
    int sums = op.f.slopeReadsY() ? 0 : 1;
    return atOnce(
        2,
        cost(n + map(f, x).flops(), n + row, n),
        cost((1 + sums) * n + slope(f, x).flops(), 2 * n + sums * row, n + row));
  }

  /// A product, a sum, a ReLU, a square; then the first three again, the slopes of the last two,
  /// each of 2 FLOPs, dX, and a product and two sums for dw and db.
  private static OpCost squaredRelu(Shape x, Shape w) {
    long n = x.size();
    long row = w.size();
    return atOnce(3, cost(4 * n, n + 2 * row, n), cost(11 * n, 2 * n + 2 * row, n + 2 * row));
  }

  /// Softmax, divided by the number of rows: forward leaves the gradient for a dY of 1. For each
  /// row a share of the factor, the label's 1, a logarithm, two differences and a sum; then the
  /// mean.
  private static OpCost crossEntropy(Shape x) {
    long n = x.size();
    long rows = x.reduced(false, -1).size();
    return atOnce(1, cost(softmax(x).flops() + 6 * rows + 1, n, n + 1), cost(0, 1, 0));
  }

  /// A mean, differences and their squares' mean; of each row ε, a root and its reciprocal; factor,
  /// gain and shift. Then x̂ again, from two numbers a row that were kept, h = dY·g, the sums for
  /// gain and shift, the means of h and h·x̂, and the slope of 4 FLOPs.
  private static OpCost layerNorm(Shape x) {
    long n = x.size();
    long width = x.length(-1);
    long rows = x.reduced(false, -1).size();
    return atOnce(
        3,
        cost(7 * n + 5 * rows, n + 2 * width, n + 2 * rows),
        cost(13 * n + 2 * rows, 2 * n + width + 2 * rows, n + 2 * width));
  }

  /// A product, and a pass in which the bias is added. All rows are one matrix for dW.
  private static OpCost linear(Shape x, Shape w, Shape y) {
    var b = Shape.of(w.length(1));
    var product = ProductCost.of(x, w);
    var rows = Shape.of(x.size() / w.length(0), w.length(0));
    return new OpCost(
        product.forward().plus(zip(y, b)),
        List.of(product.gradA(), ProductCost.of(rows, w).gradB(), reduce(y, b)),
        NONE);
  }

  /// Scores, scaled, masked, their softmax, which is kept, and its product with V; then four
  /// products, and between them the softmax's slope. The mask is the fourth input.
  private static OpCost attention(Shape q, Shape k) {
    long rows = q.reduced(false, -1).size();
    long scores = rows * k.length(-2);
    long product = 2 * scores * q.length(-1);
    long mask = (long) q.length(-2) * k.length(-2);
    long n = q.size();
    long kv = 2L * k.size();
    return atOnce(
        4,
        cost(2 * product + 7 * scores + rows, n + kv + mask, n + scores),
        cost(4 * product + 5 * scores, 2 * n + kv + scores, n + kv));
  }

  /// Two products of a row with the positions that it sees, and for each score a maximum, a
  /// difference, a power, a sum; for each block of them a factor for what is old; a number kept for
  /// each row. Then, in whole blocks, five products, 6 FLOPs for each score, and sums of the parts
  /// of gradients; dY·Y by row before.
  private static OpCost onlineAttention(OnlineAttention op, Shape q) {
    int time = q.length(-2);
    long c = q.length(-1);
    long forward = 0;
    long backward = 0;
    for (int i = 0; i < time; i++) {
      int seen = op.causal ? i + 1 : time;
      int inBlocks = op.causal ? Math.min(time, (i / BLOCK + 1) * BLOCK) : time;
      long blocks = Math.ceilDiv(seen, BLOCK);
      forward += seen * (4 * c + 4) + blocks * (2 * c + 5) + c + 3;
      backward += inBlocks * (10 * c + 6) + (blocks + 2) * c;
      backward += i % BLOCK == 0 ? 2L * inBlocks * c : 0;
    }
    long n = q.size();
    long rows = q.reduced(false, -1).size();
    long heads = rows / Math.max(time, 1);
    return atOnce(
        3, cost(heads * forward, 3 * n, n + rows), cost(heads * backward, 5 * n + rows, 3 * n));
  }

  /// A product for each place of the window, as of im2col's columns. No column is written.
  private static OpCost convolution(Shape x, Shape w, Shape y) {
    long flops = 2L * y.size() * (w.size() / w.length(0));
    return new OpCost(
        cost(flops, (long) x.size() + w.size(), y.size()),
        List.of(
            cost(flops, (long) y.size() + w.size(), x.size()),
            cost(flops, (long) y.size() + x.size(), w.size())),
        NONE);
  }

  /// A comparison a pixel; a place, as large as a float, is kept for each square.
  private static OpCost pooledRelu(Shape x, Shape y) {
    return atOnce(1, cost(x.size(), x.size(), 2L * y.size()), cost(0, 2L * y.size(), x.size()));
  }
}
