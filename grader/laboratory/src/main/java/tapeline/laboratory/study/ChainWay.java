package tapeline.laboratory.study;

import java.util.List;
import tapeline.laboratory.precision.TrainingMode;
import tapeline.memory.BestPlan;
import tapeline.memory.ChainCost;
import tapeline.memory.CheckpointPlan;
import tapeline.nn.Layer;
import tapeline.tensor.Tensor;

/// A way to train a chain of layers.
///
/// @param name of the measures taken
/// @param mode the numbers' format
/// @param plan which layers are kept, and which are computed again
/// @param parts in which the batch goes through, one after the other
record ChainWay(String name, TrainingMode mode, CheckpointPlan plan, int parts) {
  ChainWay {
    if (parts < 1) {
      throw new IllegalArgumentException("a batch has at least one part, got " + parts);
    }
  }

  /// No measure at all.
  static ChainWay plain(int layers) {
    return new ChainWay("plain", TrainingMode.FLOAT32, CheckpointPlan.keepAll(layers), 1);
  }

  /// The plan with the fewest bytes that computes at most one forward again.
  static CheckpointPlan smallest(List<Layer> layers, Tensor x) {
    var cost = ChainCost.of(layers, x);
    long forward = cost.flops(0, layers.size());
    return BestPlan.plan(
        new BestPlan(cost)
            .ways().stream().filter(w -> w.flops() <= forward).findFirst().orElseThrow());
  }
}
