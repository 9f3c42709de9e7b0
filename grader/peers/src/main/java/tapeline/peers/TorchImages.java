package tapeline.peers;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import tapeline.conv.Window;

/// What 08 computes, in PyTorch. Images are (n,c,h,w).
public final class TorchImages {
  private TorchImages() {}

  /// W (o,c,k,k), bias (o).
  public static NDArray convolve(NDArray x, NDArray weight, NDArray bias, Window window) {
    return JniUtils.convolution(
        (PtNDArray) x,
        (PtNDArray) weight,
        (PtNDArray) bias,
        square(window.stride()),
        square(window.padding()),
        square(1),
        1);
  }

  /// The largest of each `size × size` square.
  public static NDArray maxPool(NDArray x, int size) {
    return JniUtils.maxPool((PtNDArray) x, square(size), square(size), square(0), false);
  }

  /// The mean of each `size × size` square.
  public static NDArray averagePool(NDArray x, int size) {
    return JniUtils.avgPool((PtNDArray) x, square(size), square(size), square(0), false, true);
  }

  private static Shape square(long side) {
    return new Shape(side, side);
  }
}
