package tapeline.peers.bench;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;
import tapeline.nn.Parameter;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.peers.Torch;
import tapeline.tensor.Tensor;

/// A step of Adam: 07's, and DJL's native one, which is made of PyTorch's ops in place.
///
/// DJL's adds its ε to √v instead of √v̂: with gradients of size 1 that is no difference.
final class AdamPass {
  private static final float RATE = 1e-3f;

  private AdamPass() {}

  static EnginePass ours(Tensor start, Tensor gradient) {
    var parameter = new Parameter("p", start.copy());
    parameter.setGradient(gradient);
    var adam = new Adam(Schedule.constant(RATE));
    return new Step() {
      @Override
      public void forward() {
        adam.step(List.of(parameter));
      }

      @Override
      double[] value() {
        return Torch.values(parameter.value());
      }
    };
  }

  static EnginePass theirs(NDManager manager, Tensor start, Tensor gradient) {
    var p = (PtNDArray) Torch.of(manager, start, DataType.FLOAT32);
    var g = (PtNDArray) Torch.of(manager, gradient, DataType.FLOAT32);
    var m = (PtNDArray) p.zerosLike();
    var v = (PtNDArray) p.zerosLike();
    return new Step() {
      private int t;

      @Override
      public void forward() {
        t++;
        double corrected = RATE * Math.sqrt(1 - Math.pow(0.999, t)) / (1 - Math.pow(0.9, t));
        JniUtils.adamUpdate(
            p, g, m, v, RATE, (float) corrected, 0, 1, -1, 0.9f, 0.999f, 1e-8f, false);
      }

      @Override
      double[] value() {
        return Torch.values(p);
      }
    };
  }

  private abstract static class Step implements EnginePass {
    abstract double[] value();

    @Override
    public void backward() {}

    /// After one step, from the same start on both sides.
    @Override
    public List<double[]> answers() {
      forward();
      return List.of(value());
    }
  }
}
