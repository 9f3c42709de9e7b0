package tapeline.accel.fuse;

import tapeline.autograd.TensorOp;
import tapeline.conv.Window;
import tapeline.tensor.Backend;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.vector.window.ImageBatch;
import tapeline.vector.window.ImagewiseLoops;

/// `Y = W∗X`, what [tapeline.conv.Convolution#convolve] computes, by [ImagewiseLoops]: X (n,c,h,w),
/// W (o,c,k,k), Y (n,o,h′,w′). A NaN among the pixels may reach all of dW.
public record ImagewiseConvolution(Window window) implements TensorOp.Binary, FusedOp {

  /// Convolves image by image.
  ///
  /// @throws IllegalArgumentException when the channels differ or the window does not fit
  @Override
  public Tensor forward(Tensor x, Tensor w) {
    int k = window.size();
    if (x.shape().rank() != 4
        || w.shape().rank() != 4
        || w.shape().length(1) != x.shape().length(1)
        || w.shape().length(2) != k
        || w.shape().length(3) != k) {
      throw new IllegalArgumentException(
          "convolution needs X (n,c,h,w) and W (o,c,%1$d,%1$d), got %2$s and %3$s"
              .formatted(k, x.shape(), w.shape()));
    }
    int high = window.places(x.shape().length(2));
    int wide = window.places(x.shape().length(3));
    var y = Unwritten.of(Shape.of(x.shape().length(0), w.shape().length(0), high, wide));
    loops().convolve(images(x), images(w), images(y));
    return y;
  }

  @Override
  public Tensor gradA(Tensor dY, Tensor x, Tensor w, Tensor y) {
    var dX = Unwritten.of(x.shape());
    loops().pixelSlopes(images(dY), images(w), images(dX));
    return dX;
  }

  @Override
  public Tensor gradB(Tensor dY, Tensor x, Tensor w, Tensor y) {
    var dW = Tensor.zeros(w.shape());
    loops().weightSlopes(images(dY), images(x), dW.data());
    return dW;
  }

  private ImagewiseLoops loops() {
    return new ImagewiseLoops(
        window.size(),
        window.stride(),
        window.padding(),
        Backend.current()::zeros,
        Unwritten.sharesInUse());
  }

  private static ImageBatch images(Tensor x) {
    var all = x.contiguous();
    var n = all.shape().toArray();
    return new ImageBatch(all.data(), all.offset(), n[0], n[1], n[2], n[3]);
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
