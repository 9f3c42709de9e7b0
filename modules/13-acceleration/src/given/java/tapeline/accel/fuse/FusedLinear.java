package tapeline.accel.fuse;

import java.util.Arrays;
import java.util.List;
import tapeline.autograd.MatMul;
import tapeline.autograd.TensorOp;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.vector.math.BiasLoops;

/// `Y = X·W + b`; X (…,k), W (k,n), b (n), Y (…,n): a linear layer, whose bias is added where the
/// product lies.
///
/// All rows of X are one matrix in backward, too: `dW = Xᵀ·dY` is one product, where [MatMul] makes
/// one for each matrix of a batch, writes all of them and adds them up. The formulas are 05.3's.
public record FusedLinear() implements TensorOp.Many, FusedOp {
  private static final MatMul PRODUCT = new MatMul();

  /// Multiplies and adds.
  ///
  /// @throws IllegalArgumentException unless W and b fit
  @Override
  public Tensor forward(List<Tensor> inputs) {
    var x = inputs.get(0);
    var w = inputs.get(1).shape();
    var b = inputs.get(2);
    if (w.rank() != 2 || !b.shape().equals(Shape.of(w.length(1)))) {
      throw new IllegalArgumentException(
          "a linear layer needs X (…,k), W (k,n) and b (n), got %s, %s and %s"
              .formatted(x.shape(), w, b.shape()));
    }
    var y = PRODUCT.forward(x, inputs.get(1));
    var bias = b.toArray();
    Unwritten.sharesInUse()
        .run(rows(y.shape()), bias.length, (r, end) -> BiasLoops.plus(bias, y.data(), r, end));
    return y;
  }

  @Override
  public Tensor grad(int k, Tensor dY, List<Tensor> inputs, Tensor y) {
    var x = inputs.get(0);
    return switch (k) {
      case 0 -> PRODUCT.gradA(dY, x, inputs.get(1), y);
      case 1 -> PRODUCT.gradB(matrix(dY), matrix(x), inputs.get(1), y);
      default -> matrix(dY).sum(false, 0);
    };
  }

  /// Returns all rows of x as one matrix.
  private static Tensor matrix(Tensor x) {
    return x.shape().rank() == 2 ? x : x.reshape(rows(x.shape()), x.shape().length(-1));
  }

  private static int rows(Shape x) {
    return Shape.of(Arrays.copyOf(x.toArray(), x.rank() - 1)).size();
  }

  @Override
  public Keeps keeps() {
    return Keeps.INPUTS;
  }

  @Override
  public String name() {
    return "FusedLinear";
  }
}
