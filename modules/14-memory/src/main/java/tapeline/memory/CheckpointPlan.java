package tapeline.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tapeline.memory.PlanPart.KeptBlock;
import tapeline.memory.PlanPart.ReplayedGroup;
import tapeline.toolkit.Todo;

/// Which blocks of a chain are kept, and which are computed again. `(0 1 2) (3 4 5) 6 7` replays
/// two groups of three blocks, and keeps the last two.
///
/// @param parts one after the other, from block 0 on
public record CheckpointPlan(List<PlanPart> parts) {

  /// @throws IllegalArgumentException when there is no part, or a block is left out or comes twice
  public CheckpointPlan {
    parts = List.copyOf(parts);
    requireInOrder(parts, 0);
  }

  private static void requireInOrder(List<PlanPart> parts, int first) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("a plan, and each of its groups, has at least one block");
    }
    int next = first;
    for (var part : parts) {
      if (part instanceof ReplayedGroup group) {
        requireInOrder(group.parts(), next);
      } else if (part.from() != next) {
        throw new IllegalArgumentException(
            "a plan has the blocks in their order, got block %d where %d comes"
                .formatted(part.from(), next));
      }
      next = part.to();
    }
  }

  /// How many blocks it is for.
  public int blocks() {
    return parts.getLast().to();
  }

  /// Nothing is computed again.
  public static CheckpointPlan keepAll(int blocks) {
    requireBlocks(blocks);
    return new CheckpointPlan(kept(0, blocks));
  }

  /// Groups of k blocks, each computed again but for the last one, which backward begins with: it
  /// may have fewer.
  ///
  /// @throws IllegalArgumentException unless there is a block, and k is 1 or more
  public static CheckpointPlan every(int k, int blocks) {
    requireBlocks(blocks);
    if (k < 1) {
      throw new IllegalArgumentException("a group has at least one block, got k = " + k);
    }
    var parts = new ArrayList<PlanPart>();
    // BEGIN EXERCISE 14.2
    // TODO 14.2 — 6 lines. new ReplayedGroup(kept(from, to)) for k blocks after the other;
    // the last group, of 1 to k blocks, is kept(from, blocks) itself. Why would it be a
    // waste to compute the last group again?
    if (parts.isEmpty()) throw new Todo("14.2", "every k blocks");
    // END EXERCISE 14.2
    return new CheckpointPlan(parts);
  }

  /// [#every] ⌈√n⌉ blocks: about √n inputs are kept, and √n blocks at a time.
  public static CheckpointPlan squareRoot(int blocks) {
    requireBlocks(blocks);
    return every((int) Math.ceil(Math.sqrt(blocks)), blocks);
  }

  /// Computes again what is cheap for the bytes it keeps, *selective* recomputation: neighbours of
  /// at most so many FLOPs for each byte kept are one group. The last block stays.
  ///
  /// @throws IllegalArgumentException when the threshold is negative or NaN
  public static CheckpointPlan selective(ChainCost cost, double flopsPerByte) {
    if (!(flopsPerByte >= 0)) {
      throw new IllegalArgumentException(
          "a threshold is 0 FLOPs a byte or more, got " + flopsPerByte);
    }
    var parts = new ArrayList<PlanPart>();
    int last = cost.blocks().size() - 1;
    for (int from = 0, to; from <= last; from = to) {
      to = from;
      while (to < last && cost.blocks().get(to).flopsPerByte() <= flopsPerByte) {
        to++;
      }
      if (to > from) {
        parts.add(new ReplayedGroup(kept(from, to)));
      } else {
        parts.add(new KeptBlock(to++));
      }
    }
    return new CheckpointPlan(parts);
  }

  private static void requireBlocks(int blocks) {
    if (blocks < 1) {
      throw new IllegalArgumentException("a chain has at least one block, got " + blocks);
    }
  }

  /// The blocks `from ≤ i < to`, kept.
  static List<PlanPart> kept(int from, int to) {
    return IntStream.range(from, to).<PlanPart>mapToObj(KeptBlock::new).toList();
  }

  @Override
  public String toString() {
    return parts.stream().map(PlanPart::toString).collect(Collectors.joining(" "));
  }
}
