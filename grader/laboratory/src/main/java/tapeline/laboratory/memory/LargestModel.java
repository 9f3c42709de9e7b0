package tapeline.laboratory.memory;

import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import tapeline.laboratory.arguments.Argument;
import tapeline.memory.BestPlan;
import tapeline.memory.ChainCost;
import tapeline.memory.CheckpointPlan;
import tapeline.optim.BatchBudget;
import tapeline.toolkit.TextTable;

/// The most blocks, and the largest batch, whose step fits into so many megabytes: all kept, by the
/// √n plan, and by the plan with the fewest bytes that computes no more than one forward again. The
/// search is 07's [BatchBudget]; larger batches go in parts of that size, by 07's
/// [tapeline.optim.MicroBatches]. `./tapeline run LargestModel`, or `./tapeline run "LargestModel
/// 4"` for 4 MB
public final class LargestModel {
  private static final int WIDTH = 64;
  private static final int BATCH = 128;
  private static final int BLOCKS = 16;
  private static final int MOST_BLOCKS = 48;
  private static final int MOST_EXAMPLES = 4096;

  private final BatchBudget budget;

  private LargestModel(long bytes) {
    budget = new BatchBudget(bytes);
  }

  static void main(String... arguments) {
    Argument.requireAtMost(1, arguments);
    double megabytes =
        arguments.length == 0 ? 1 : new Argument("megabytes", arguments[0]).number(1e-3, 1e6);
    var search = new LargestModel((long) (megabytes * 1e6));
    var table =
        TextTable.of(
            "in %s MB".formatted(TextTable.number(megabytes, 3)),
            "blocks of width %d, batch %d".formatted(WIDTH, BATCH),
            "batch, %d blocks".formatted(BLOCKS));
    search.row(table, "all kept", c -> c.peak(CheckpointPlan.keepAll(c.blocks().size())));
    search.row(table, "√n", c -> c.peak(CheckpointPlan.squareRoot(c.blocks().size())));
    search.row(table, "best plan, one forward more", LargestModel::best);
    IO.println(
        table.note(
            "at most %d blocks and %d examples are tried".formatted(MOST_BLOCKS, MOST_EXAMPLES)));
  }

  /// The fewest bytes for at most one forward's FLOPs.
  private static long best(ChainCost cost) {
    long forward = cost.flops(0, cost.blocks().size());
    return new BestPlan(cost)
        .ways().stream().filter(w -> w.flops() <= forward).findFirst().orElseThrow().bytes();
  }

  private void row(TextTable table, String plan, ToLongFunction<ChainCost> peak) {
    int blocks = budget.largest(n -> peak.applyAsLong(cost(n, BATCH)), MOST_BLOCKS);
    int batch = budget.largest(n -> peak.applyAsLong(cost(BLOCKS, n)), MOST_EXAMPLES);
    table.row(plan, "" + blocks, "" + batch);
  }

  private static ChainCost cost(int blocks, int batch) {
    var step = PlannedStep.mlp(blocks, WIDTH, batch, new SplittableRandom(14));
    return ChainCost.of(step.blocks(), step.x());
  }
}
