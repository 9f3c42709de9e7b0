package tapeline.peers.bench;

import ai.djl.ndarray.NDArray;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;

/// DJL's native step of Adam for one parameter, which is made of PyTorch's ops in place.
///
/// It adds its ε to √v instead of √v̂: with gradients of size 1 that is no difference.
final class TorchAdam {
  private final float rate;
  private final PtNDArray p;
  private final PtNDArray m;
  private final PtNDArray v;
  private int steps;

  TorchAdam(NDArray parameter, float rate) {
    this.rate = rate;
    p = (PtNDArray) parameter;
    m = (PtNDArray) p.zerosLike();
    v = (PtNDArray) p.zerosLike();
  }

  /// Moves the parameter by this gradient.
  void step(NDArray gradient) {
    steps++;
    double now = rate * Math.sqrt(1 - Math.pow(0.999, steps)) / (1 - Math.pow(0.9, steps));
    var g = (PtNDArray) gradient;
    JniUtils.adamUpdate(p, g, m, v, rate, (float) now, 0, 1, -1, 0.9f, 0.999f, 1e-8f, false);
  }
}
