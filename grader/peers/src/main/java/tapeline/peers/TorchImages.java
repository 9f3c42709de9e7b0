package tapeline.peers;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.norm.BatchNorm;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;
import tapeline.conv.Window;

/// The computations of 08 in PyTorch. Images are (n,c,h,w).
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

  /// Normalised by the batch, as in training: gain and shift (c,1,1), ε = 1e-5.
  public static NDArray batchNorm(NDArray x, NDArray gain, NDArray shift) {
    var channels = new Shape(x.getShape().get(1));
    var manager = x.getManager();
    return BatchNorm.batchNorm(
            x,
            manager.zeros(channels, x.getDataType()),
            manager.ones(channels, x.getDataType()),
            gain.reshape(channels),
            shift.reshape(channels),
            1,
            0.9f,
            1e-5f,
            true)
        .get(0);
  }

  /// The largest of each `size × size` square.
  public static NDArray maxPool(NDArray x, int size) {
    return JniUtils.maxPool((PtNDArray) x, square(size), square(size), square(0), false);
  }

  /// The mean of each `size × size` square.
  public static NDArray averagePool(NDArray x, int size) {
    return JniUtils.avgPool((PtNDArray) x, square(size), square(size), square(0), false, true);
  }

  /// 08's network for digits: weight and bias of two convolutions and of a linear layer.
  public static NDArray digits(NDArray x, List<NDArray> p) {
    var y = x;
    for (int k = 0; k < 4; k += 2) {
      var bias = p.get(k + 1).reshape(p.get(k).getShape().get(0));
      y = maxPool(Activation.relu(convolve(y, p.get(k), bias, Window.same(3))), 2);
    }
    return TorchOps.linear(y.reshape(x.getShape().get(0), -1), p.get(4), p.get(5));
  }

  private static Shape square(long side) {
    return new Shape(side, side);
  }
}
