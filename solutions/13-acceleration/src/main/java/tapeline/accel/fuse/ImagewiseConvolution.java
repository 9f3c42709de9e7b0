package tapeline.accel.fuse;

import java.util.Arrays;
import tapeline.accel.product.BlockSizes;
import tapeline.accel.product.MatrixView;
import tapeline.accel.product.PackedProduct;
import tapeline.autograd.TensorOp;
import tapeline.conv.Im2Col;
import tapeline.conv.Window;
import tapeline.tensor.Tensor;

/// `Y = W∗X`, what [tapeline.conv.Convolution#convolve] computes, one image after the other: X
/// (n,c,h,w), W (o,c,k,k), Y (n,o,h′,w′).
///
/// The columns of one image lie in the second cache while W passes over them, and the next image's
/// take their place; backward writes them out again. The tape keeps the images and the weights, not
/// their k² copies. Y comes out in its order, without a copy.
public record ImagewiseConvolution(Window window) implements TensorOp.Binary {
  private static final ThreadLocal<Workspace> WORKSPACES = ThreadLocal.withInitial(Workspace::new);

  /// What serves one image after the other.
  private static final class Workspace {
    final PackedProduct product = new PackedProduct(BlockSizes.USUAL, 1);
    private float[] columns = new float[0];

    /// Zeros for the columns of an image.
    float[] zeros(int length) {
      if (columns.length == length) {
        Arrays.fill(columns, 0);
      } else {
        columns = new float[length];
      }
      return columns;
    }
  }

  /// @throws IllegalArgumentException when the channels differ or the window does not fit
  @Override
  public Tensor forward(Tensor x, Tensor w) {
    if (x.shape().rank() != 4
        || w.shape().rank() != 4
        || w.shape().length(1) != x.shape().length(1)
        || w.shape().length(2) != window.size()
        || w.shape().length(3) != window.size()) {
      throw new IllegalArgumentException(
          "convolution needs X (n,c,h,w) and W (o,c,%1$d,%1$d), got %2$s and %3$s"
              .formatted(window.size(), x.shape(), w.shape()));
    }
    int n = x.shape().length(0);
    int o = w.shape().length(0);
    int high = window.places(x.shape().length(2));
    int wide = window.places(x.shape().length(3));
    var y = Tensor.zeros(n, o, high, wide);
    var work = WORKSPACES.get();
    var weights = matrix(w);
    var columns =
        MatrixView.of(work.zeros(weights.columns() * high * wide), weights.columns(), high * wide);
    for (int i = 0; i < n; i++) {
      new Im2Col(window).columns(x.slice(0, i, i + 1), columns.data());
      work.product.add(weights, columns, y.data(), i * o * high * wide);
    }
    return y;
  }

  /// `dX`: the pixels add up the gradients of their copies, `Wᵀ·dY`.
  @Override
  public Tensor gradA(Tensor dY, Tensor x, Tensor w, Tensor y) {
    var dX = Tensor.zeros(x.shape());
    var work = WORKSPACES.get();
    var weights = matrix(w).transpose();
    int places = dY.shape().length(2) * dY.shape().length(3);
    for (int i = 0; i < x.shape().length(0); i++) {
      var columns = work.zeros(weights.rows() * places);
      work.product.add(weights, image(dY, i), columns, 0);
      new Im2Col(window).pixels(Tensor.of(columns, weights.rows(), places), dX.slice(0, i, i + 1));
    }
    return dX;
  }

  /// `dW = Σ dY·columnsᵀ` over the images.
  @Override
  public Tensor gradB(Tensor dY, Tensor x, Tensor w, Tensor y) {
    var dW = Tensor.zeros(w.shape());
    var work = WORKSPACES.get();
    int rows = matrix(w).columns();
    int places = dY.shape().length(2) * dY.shape().length(3);
    var columns = MatrixView.of(work.zeros(rows * places), rows, places);
    for (int i = 0; i < x.shape().length(0); i++) {
      new Im2Col(window).columns(x.slice(0, i, i + 1), columns.data());
      work.product.add(image(dY, i), columns.transpose(), dW.data(), 0);
    }
    return dW;
  }

  /// (o,c,k,k) as (o,c·k·k).
  private static MatrixView matrix(Tensor w) {
    return MatrixView.of(w.contiguous().reshape(w.shape().length(0), -1));
  }

  /// Image i of (n,o,h′,w′) as (o,h′·w′).
  private static MatrixView image(Tensor dY, int i) {
    return MatrixView.of(dY.slice(0, i, i + 1).contiguous().reshape(dY.shape().length(1), -1));
  }

  @Override
  public Keeps keeps() {
    return Keeps.INPUTS;
  }

  @Override
  public String name() {
    return "ImagewiseConvolution";
  }
}
