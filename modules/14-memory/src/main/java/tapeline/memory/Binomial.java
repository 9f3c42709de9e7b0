package tapeline.memory;

import java.util.ArrayList;
import java.util.List;
import tapeline.memory.PlanPart.KeptBlock;
import tapeline.memory.PlanPart.ReplayedGroup;
import tapeline.toolkit.Todo;

/// The schedule *revolve* of Griewank and Walther (2000, doi 10.1145/347837.347846): the fewest
/// blocks computed again when so many inputs fit into memory, for blocks that are all alike.
public final class Binomial {
  private Binomial() {}

  /// The plan for `blocks` blocks when `inputs` inputs, beside that of the chain, may be kept at a
  /// time, and the tensors of one block.
  ///
  /// @throws IllegalArgumentException unless there is a block, and `inputs` is 1 or more; one block
  ///   needs none
  public static CheckpointPlan plan(int blocks, int inputs) {
    if (blocks < 1 || inputs < 0 || (inputs == 0 && blocks > 1)) {
      throw new IllegalArgumentException(
          "revolve needs a block, and for two and more a place for an input, got %d and %d"
              .formatted(blocks, inputs));
    }
    return new CheckpointPlan(parts(0, blocks, inputs));
  }

  /// The first blocks are a group, which later has all places to itself; the others have one place
  /// fewer, as the input of the first of them is kept.
  private static List<PlanPart> parts(int from, int to, int inputs) {
    var parts = new ArrayList<PlanPart>();
    int next = from;
    for (int places = inputs; to - next > 1; places--) {
      int group = group(to - next, places);
      parts.add(new ReplayedGroup(parts(next, next + group, places)));
      next += group;
    }
    parts.add(new KeptBlock(next));
    return parts;
  }

  /// How many blocks the first group has, of `blocks` of which each is computed again as seldom as
  /// `inputs` places allow.
  static int group(int blocks, int inputs) {
    // BEGIN EXERCISE 14.5
    // TODO 14.5 — 5 lines. reach(s, r) blocks can be gone back through with s places when
    // none is computed again more than r times; s is `inputs`. Which is the smallest r?
    // The group, which has been computed once more, is to be in reach of (s, r − 1), and
    // the others of (s − 1, r). As both reaches add up to reach(s, r), the group may have
    // reach(s, r − 1) blocks; but leave reach(s − 1, r − 1) to the others, at least.
    throw new Todo("14.5", "revolve");
    // END EXERCISE 14.5
  }

  /// `C(s + r, s)`: the longest chain for s places and r times; at most 2³¹ − 1 is said.
  static long reach(int places, int times) {
    long reach = 1;
    for (int i = 1; i <= places && reach < Integer.MAX_VALUE; i++) {
      reach = reach * (times + i) / i;
    }
    return Math.min(reach, Integer.MAX_VALUE);
  }
}
