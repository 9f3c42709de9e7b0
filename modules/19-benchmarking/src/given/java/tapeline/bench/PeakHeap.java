package tapeline.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/// The most bytes of the heap that were in use at once, beyond those that lived before.
///
/// Garbage counts until it is collected, and G1 counts whole regions: it is what the machine gave,
/// an upper bound of what the program needs.
final class PeakHeap {
  private static final List<MemoryPoolMXBean> POOLS =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(p -> p.getType() == MemoryType.HEAP)
          .toList();

  private long before;

  /// Collects the garbage, and counts from now on.
  void reset() {
    System.gc();
    POOLS.forEach(MemoryPoolMXBean::resetPeakUsage);
    before = POOLS.stream().mapToLong(p -> p.getUsage().getUsed()).sum();
  }

  /// Returns the peak so far. Each pool's own peak counts, which may have been at another time.
  long bytes() {
    long peak = POOLS.stream().mapToLong(p -> p.getPeakUsage().getUsed()).sum();
    return Math.max(0, peak - before);
  }
}
