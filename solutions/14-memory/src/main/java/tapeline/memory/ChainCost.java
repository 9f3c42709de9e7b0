package tapeline.memory;

import java.util.List;
import tapeline.memory.PlanPart.KeptBlock;
import tapeline.memory.PlanPart.ReplayedGroup;
import tapeline.nn.Layer;
import tapeline.tensor.Tensor;

/// The costs of the blocks of a chain, and so those of a plan for it.
public record ChainCost(List<ChainBlock> blocks) {

  /// @throws IllegalArgumentException when there is no block
  public ChainCost {
    blocks = List.copyOf(blocks);
    if (blocks.isEmpty()) {
      throw new IllegalArgumentException("a chain has at least one block, got none");
    }
  }

  /// Runs each block by itself, see [MeasuredBlocks].
  ///
  /// @param x the chain's input, a constant
  /// @throws IllegalArgumentException when there is no block, or one returns its input
  public static ChainCost of(List<? extends Layer> layers, Tensor x) {
    return new ChainCost(MeasuredBlocks.of(layers, x));
  }

  /// FLOPs of one forward through the blocks `from ≤ i < to`.
  public long flops(int from, int to) {
    return blocks.subList(from, to).stream().mapToLong(ChainBlock::flops).sum();
  }

  /// FLOPs that a plan computes a second time, a third …
  public long recomputed(CheckpointPlan plan) {
    requireFit(plan);
    return recomputed(plan.parts());
  }

  private long recomputed(List<PlanPart> parts) {
    long sum = 0;
    for (var part : parts) {
      if (part instanceof ReplayedGroup group) {
        sum += flops(group.from(), group.to()) + recomputed(group.parts());
      }
    }
    return sum;
  }

  /// The most bytes that tapes hold in a step that follows the plan: [LiveBytes#peak].
  ///
  /// @throws IllegalArgumentException when the plan is for another number of blocks
  public long peak(CheckpointPlan plan) {
    requireFit(plan);
    return peak(plan.parts(), false);
  }

  /// The most bytes of these parts, beside the first one's input.
  ///
  /// @param replayed whether the gradient in the last one's output is held, and counted, outside
  private long peak(List<PlanPart> parts, boolean replayed) {
    long held = 0;
    long most = 0;
    for (var part : parts) {
      boolean outside = replayed && part.to() == parts.getLast().to();
      // BEGIN SOLUTION 14.3 "the peak of a plan" 15 points, core
      switch (part) {
        case KeptBlock(int block) -> {
          most = Math.max(most, held + walk(block, outside));
          held += blocks.get(block).kept();
        }
        case ReplayedGroup(var inner) -> {
          long gradient = outside ? 0 : output(part);
          most = Math.max(most, held + gradient + peak(inner, true));
        }
      }
      held += output(part);
      // STUB // TODO 14.3 — 11 lines. When backward is in this part, the parts behind it are gone,
      // STUB // and those before it hold `held`. A KeptBlock(block) then takes walk(block,
      // STUB // outside), and holds kept() of it; a ReplayedGroup(inner) takes peak(inner, true),
      // STUB // and its output's gradient, unless that is counted `outside`, while it holds
      // STUB // nothing. What do both hold for the part behind them?
      // STUB if (part.from() >= 0) throw new Todo("14.3", "the peak of a plan");
      // END SOLUTION
    }
    return most;
  }

  /// Bytes of the output of a part, and of the gradient there.
  private long output(PlanPart part) {
    return output(part.to() - 1);
  }

  long output(int block) {
    return blocks.get(block).output();
  }

  /// The most while backward is in a block, with the gradients of all parameters behind it.
  ///
  /// @param outside whether the gradient in its output is counted elsewhere
  long walk(int block, boolean outside) {
    var b = blocks.get(block);
    long left = blocks.subList(block + 1, blocks.size()).stream().mapToLong(ChainBlock::left).sum();
    return left + (outside ? b.replayWalk() : b.walk());
  }

  private void requireFit(CheckpointPlan plan) {
    if (plan.blocks() != blocks.size()) {
      throw new IllegalArgumentException(
          "a plan is for as many blocks as the chain has, got one for %d, of %d"
              .formatted(plan.blocks(), blocks.size()));
    }
  }
}
