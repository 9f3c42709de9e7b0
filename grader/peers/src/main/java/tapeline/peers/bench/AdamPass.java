package tapeline.peers.bench;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import java.util.List;
import tapeline.nn.Parameter;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.peers.Torch;
import tapeline.tensor.Tensor;

/// A step of Adam alone: 07's, and [TorchAdam].
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
    var p = Torch.of(manager, start, DataType.FLOAT32);
    var g = Torch.of(manager, gradient, DataType.FLOAT32);
    var adam = new TorchAdam(p, RATE);
    return new Step() {
      @Override
      public void forward() {
        adam.step(g);
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
