package tapeline.accel.fuse;

import java.util.List;
import tapeline.profile.cost.CostedOp;
import tapeline.profile.cost.OpCost;
import tapeline.tensor.Shape;

/// An op that does the work of several, and so has a cost of its own.
public sealed interface FusedOp extends CostedOp
    permits BiasActivation,
        FusedAttention,
        FusedLayerNorm,
        FusedLinear,
        ImagewiseConvolution,
        OnlineAttention,
        PooledRelu,
        SoftmaxCrossEntropy,
        SquaredReluChain {

  @Override
  default OpCost cost(List<Shape> inputs, Shape output) {
    return FusedCosts.of(this, inputs, output);
  }
}
