package tapeline.peers;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.Arrays;
import java.util.stream.IntStream;
import tapeline.tensor.Tensor;

/// PyTorch, through DJL: tensors in, gradients out.
public final class Torch {
  private Torch() {}

  /// Starts PyTorch with this many threads, and has it record what gradients need.
  ///
  /// @throws RuntimeException when its native library does not load
  public static NDManager start(int threads) {
    var manager = NDManager.newBaseManager("PyTorch");
    JniUtils.setNumThreads(threads);
    JniUtils.setGradMode(true);
    return manager;
  }

  /// A copy in float32 or float64.
  public static NDArray of(NDManager manager, Tensor tensor, DataType type) {
    var shape = new Shape(Arrays.stream(tensor.shape().toArray()).asLongStream().toArray());
    var array = manager.create(tensor.toArray(), shape);
    return type == DataType.FLOAT32 ? array : array.toType(type, false);
  }

  /// Returns the numbers as a new leaf of the graph that requires a gradient. Copies nothing.
  public static NDArray leaf(NDArray array) {
    var leaf = array.stopGradient();
    leaf.setRequiresGradient(true);
    return leaf;
  }

  /// Computes the gradients in all leaves from `dY`, the gradient of a loss in `y`, and frees the
  /// graph.
  public static void backward(NDArray y, NDArray dY) {
    JniUtils.backward((PtNDArray) y, (PtNDArray) dY, false, false);
  }

  /// [#backward] whose gradients have a graph themselves: they can be gone back through.
  public static void backwardWithGraph(NDArray y, NDArray dY) {
    JniUtils.backward((PtNDArray) y, (PtNDArray) dY, true, true);
  }

  /// Whole numbers, as PyTorch takes indices.
  public static NDArray indices(NDManager manager, int... indices) {
    return manager.create(Arrays.stream(indices).asLongStream().toArray());
  }

  /// The elements in row-major order.
  public static double[] values(NDArray array) {
    return array.getDataType() == DataType.FLOAT64
        ? array.toDoubleArray()
        : values(array.toFloatArray());
  }

  /// The elements in row-major order.
  public static double[] values(Tensor tensor) {
    return values(tensor.toArray());
  }

  private static double[] values(float[] values) {
    return IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
  }
}
