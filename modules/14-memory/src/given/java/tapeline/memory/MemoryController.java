package tapeline.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/// Chooses, between steps, how many examples go through a chain at once and by which plan, from the
/// bytes that are free then. The plan answers at once: it is the one with the fewest FLOPs again
/// that fits. The batch follows slowly, until no block is computed again.
///
/// ```java
/// var controller = new MemoryController(MemoryController::freeHeap, costOfBatch, 8, 256);
/// var step = controller.next();
/// new MicroBatches(new PlannedChain(blocks, step.plan()), step.batch()).gradients(examples);
/// ```
///
/// The factors and limits are those of [TenfloweRS's performance
/// guide](https://github.com/cool-japan/tenflowers/blob/master/crates/tenflowers-autograd/PERFORMANCE_GUIDE.md).
public final class MemoryController {
  private static final double LOW = 0.8;
  private static final double HIGH = 0.95;
  private static final double GROWTH = 1.2;
  private static final double SHRINKAGE = 0.8;

  private final LongSupplier free;
  private final IntFunction<ChainCost> cost;
  private final int most;
  private final Map<Integer, ChainCost> known = new HashMap<>();
  private int batch;

  /// One step's choice.
  ///
  /// @param batch examples at once
  /// @param peak the bytes that tapes will hold of the chain, as predicted
  /// @param free the bytes that were free
  public record Choice(int batch, CheckpointPlan plan, long peak, long free) {}

  /// @param free the bytes that tapes may hold, asked once a step
  /// @param cost of the chain for a batch of so many examples, asked once a size
  /// @param first examples at once in the first step, if they fit
  /// @param most examples at once
  /// @throws IllegalArgumentException unless 1 ≤ first ≤ most
  public MemoryController(LongSupplier free, IntFunction<ChainCost> cost, int first, int most) {
    if (first < 1 || most < first) {
      throw new IllegalArgumentException(
          "a batch has 1 to %d examples, got %d".formatted(most, first));
    }
    this.free = free;
    this.cost = cost;
    this.most = most;
    batch = first;
  }

  /// Returns the heap that this JVM may still fill, garbage counted as free when it is collected.
  public static long freeHeap() {
    var here = Runtime.getRuntime();
    return here.maxMemory() - here.totalMemory() + here.freeMemory();
  }

  /// Chooses for the next step: ×1.2 examples, one more at least, where all blocks kept fill less
  /// than 80 % of what is free, and with the larger batch 95 % at most; ×0.8 above 95 %, and fewer
  /// still where no plan fits into 95 %.
  ///
  /// @throws IllegalStateException when no plan fits for one example, naming what it needs
  public Choice next() {
    long bytes = free.getAsLong();
    long limit = (long) (HIGH * bytes);
    long kept = kept(batch);
    if (kept < LOW * bytes) {
      int grown = Math.min(most, Math.max(batch + 1, (int) (GROWTH * batch)));
      batch = kept(grown) <= HIGH * bytes ? grown : batch;
    } else if (kept > HIGH * bytes && batch > 1) {
      batch = (int) (SHRINKAGE * batch);
    }
    var least = new BestPlan(cost(batch));
    while (least.ways().getFirst().bytes() > limit) {
      if (batch == 1) {
        throw new IllegalStateException(
            "one example needs %d bytes by the plan that holds the fewest, and %d of the free %d may"
                    .formatted(least.ways().getFirst().bytes(), limit, bytes)
                + " be used");
      }
      batch = Math.max(1, (int) (SHRINKAGE * batch));
      least = new BestPlan(cost(batch));
    }
    var plan = least.within(limit);
    return new Choice(batch, plan, cost(batch).peak(plan), bytes);
  }

  private ChainCost cost(int examples) {
    return known.computeIfAbsent(examples, cost::apply);
  }

  private long kept(int examples) {
    var chain = cost(examples);
    return chain.peak(CheckpointPlan.keepAll(chain.blocks().size()));
  }
}
