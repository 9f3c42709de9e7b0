package tapeline.laboratory.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorTape;
import tapeline.memory.CheckpointPlan;
import tapeline.memory.LiveBytes;
import tapeline.memory.PlannedChain;
import tapeline.nn.Activation;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.transformer.TransformerBlock;

/// Forward and backward of a chain of blocks from a constant, dY being ones.
record PlannedStep(List<Layer> blocks, Tensor x) {

  /// Blocks of a linear layer and a ReLU, for batches (batch,width).
  static PlannedStep mlp(int blocks, int width, int batch, RandomGenerator random) {
    var all = new ArrayList<Layer>();
    for (int i = 0; i < blocks; i++) {
      var linear = new Linear("" + i, width, width, random);
      all.add(new Sequential(linear, new Activation(UnaryOp.RELU)));
    }
    return new PlannedStep(all, Tensor.normal(random, batch, width));
  }

  /// Blocks of a transformer, 4 heads, for texts (texts,time,width).
  static PlannedStep transformer(
      int blocks, int width, int texts, int time, RandomGenerator random) {
    var all = new ArrayList<Layer>();
    for (int i = 0; i < blocks; i++) {
      all.add(new TransformerBlock("" + i, width, 4, random));
    }
    return new PlannedStep(all, Tensor.normal(random, texts, time, width));
  }

  /// One step by this plan.
  void run(CheckpointPlan plan) {
    var model = new PlannedChain(blocks, plan);
    model.parameters().forEach(Parameter::clearGradient);
    var tape = new TensorTape();
    var y = model.forward(tape.constant(x));
    tape.backward(y, Tensor.full(1, y.shape().toArray()));
  }

  /// The most bytes that its tapes hold, measured.
  long peak(CheckpointPlan plan) {
    var live = LiveBytes.beside(new Sequential(blocks), x);
    try (var _ = TapeListener.use(live)) {
      run(plan);
    }
    return live.peak();
  }

  /// FLOPs of a step, counted.
  long flops(CheckpointPlan plan) {
    return CountedBackend.of(() -> run(plan)).flops();
  }
}
