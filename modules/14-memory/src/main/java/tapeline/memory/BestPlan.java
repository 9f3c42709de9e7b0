package tapeline.memory;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.memory.Frontier.Way;
import tapeline.memory.PlanPart.KeptBlock;
import tapeline.toolkit.Todo;

/// The plans with the fewest FLOPs computed again, for every budget of bytes at once, by dynamic
/// programming over stretches of a chain. O(n³·w) for n blocks, when no stretch has more than w
/// ways worth knowing.
///
/// The idea of choosing by cost: Jain et al. 2020, *Checkmate*, arXiv 1910.02653, for graphs.
public final class BestPlan {
  private final ChainCost cost;
  private final int blocks;
  private final @Nullable Frontier[] known;

  /// A search for the plans of one chain.
  public BestPlan(ChainCost cost) {
    this.cost = cost;
    blocks = cost.blocks().size();
    known = new Frontier[2 * (blocks + 1) * (blocks + 1)];
  }

  /// The plan with the fewest FLOPs computed again that holds at most so many bytes.
  ///
  /// @throws IllegalArgumentException when the budget is 0 or less, and when no plan meets it: the
  ///   message says the least that one can
  public CheckpointPlan within(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("a budget is above 0 bytes, got " + bytes);
    }
    var ways = ways();
    if (ways.getFirst().bytes() > bytes) {
      throw new IllegalArgumentException(
          "no plan holds %d bytes or less: the least is %d"
              .formatted(bytes, ways.getFirst().bytes()));
    }
    return plan(ways.stream().filter(w -> w.bytes() <= bytes).toList().getLast());
  }

  /// All plans that are best for some budget, from few bytes to few FLOPs.
  public List<Way> ways() {
    return best(0, blocks, false).ways();
  }

  /// The plan of a way.
  public static CheckpointPlan plan(Way way) {
    return new CheckpointPlan(way.parts().stream().toList());
  }

  private Frontier best(int from, int to, boolean outside) {
    int at = 2 * (from * (blocks + 1) + to) + (outside ? 1 : 0);
    var before = known[at];
    if (before != null) {
      return before;
    }
    var best = search(from, to, outside);
    known[at] = best;
    return best;
  }

  /// The best ways through the blocks `from ≤ i < to`, in bytes beside the input of the first.
  ///
  /// @param outside whether the gradient in the last one's output is counted elsewhere
  private Frontier search(int from, int to, boolean outside) {
    boolean last = from == to - 1;
    var block = Frontier.of(new KeptBlock(from), cost.walk(from, last && outside));
    if (last) {
      return block;
    }
    // BEGIN EXERCISE 14.4
    // TODO 14.4 — 7 lines. best(from, to, outside) knows all shorter stretches already.
    // Either the first block is kept: a.and(b) is a, then b, the most bytes of both; while
    // b is on its way, kept() and output(from) of the first one are held: b.plus(bytes).
    // Or blocks from … m are a group, for some m: best(from, m, true).replayed(flops), and
    // then the others; best.or(…) keeps the better of both. What is held while backward is
    // in the others? And while it is in the group, whose own bytes leave out the gradient
    // in its output?
    throw new Todo("14.4", "the best plan");
    // END EXERCISE 14.4
  }
}
