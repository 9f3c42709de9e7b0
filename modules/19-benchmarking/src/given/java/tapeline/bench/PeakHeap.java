package tapeline.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/// The most bytes of the heap that were in use at once, beyond those that lived before.
///
/// Garbage counts until it is collected. Where nothing was collected all that was allocated is in
/// use, to the byte; otherwise the pools' peaks count, which grow by whole buffers of threads. It
/// is an upper bound of what the program needs.
final class PeakHeap {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final List<MemoryPoolMXBean> POOLS =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(p -> p.getType() == MemoryType.HEAP)
          .toList();

  private long collections;
  private long used;
  private long allocated;

  /// Collects the garbage, and counts from now on.
  void reset() {
    System.gc();
    POOLS.forEach(MemoryPoolMXBean::resetPeakUsage);
    used = POOLS.stream().mapToLong(p -> p.getUsage().getUsed()).sum();
    collections = collections();
    allocated = THREADS.getTotalThreadAllocatedBytes();
  }

  /// Returns the peak so far. Each pool's own peak counts, which may have been at another time.
  long bytes() {
    long made = THREADS.getTotalThreadAllocatedBytes() - allocated;
    if (collections() == collections) {
      return made;
    }
    long peak = POOLS.stream().mapToLong(p -> p.getPeakUsage().getUsed()).sum();
    return Math.clamp(peak - used, 0, made);
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }
}
