package tapeline.memory;

import java.util.List;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Variable;
import tapeline.memory.PlanPart.KeptBlock;
import tapeline.memory.PlanPart.ReplayedGroup;
import tapeline.nn.Layer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// Blocks one after the other, kept or computed again as a plan says.
///
/// @param parts of the plan
/// @param randoms all generators that blocks draw from
public record PlannedChain(
    List<? extends Layer> blocks, List<PlanPart> parts, List<ReplayRandom> randoms)
    implements Layer {
  public PlannedChain {
    blocks = List.copyOf(blocks);
    parts = List.copyOf(parts);
    randoms = List.copyOf(randoms);
  }

  /// @throws IllegalArgumentException when the plan is for another number of blocks
  public PlannedChain(List<? extends Layer> blocks, CheckpointPlan plan, ReplayRandom... randoms) {
    this(blocks, plan.parts(), List.of(randoms));
    if (plan.blocks() != blocks.size()) {
      throw new IllegalArgumentException(
          "a plan is for as many blocks as the chain has, got one for %d, of %d"
              .formatted(plan.blocks(), blocks.size()));
    }
  }

  @Override
  public Variable forward(Variable x) {
    var y = x;
    for (var part : parts) {
      y =
          switch (part) {
            case KeptBlock(int block) -> blocks.get(block).forward(held(y));
            case ReplayedGroup(var inner) ->
                new Checkpoint("" + part, new PlannedChain(blocks, inner, randoms), randoms)
                    .forward(y);
          };
    }
    return y;
  }

  /// Returns the parameters of its parts' blocks.
  @Override
  public List<Parameter> parameters() {
    int from = parts.getFirst().from();
    int to = parts.getLast().to();
    return blocks.subList(from, to).stream()
        .flatMap(b -> b.parameters().stream())
        .distinct()
        .toList();
  }

  /// Returns the same tensor, which the tape holds until backward has passed all that was made of
  /// it. So each block's input is there while backward is in the block, whatever the block itself
  /// keeps.
  static Variable held(Variable x) {
    return x.tape().apply(new HeldInput(), x);
  }

  /// `Y = X`.
  record HeldInput() implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x;
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      return dY;
    }

    @Override
    public Keeps keeps() {
      return Keeps.OUTPUT;
    }
  }
}
