package tapeline.tests;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

/// The work that this process does beside a thread that computes: other threads of code, whatever
/// their kind, and collections of garbage.
///
/// @param nanos the processor time of each other thread
record OtherThreads(Map<Long, Long> nanos, long collections) {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /// Reads the clocks.
  static OtherThreads now() {
    var nanos = new HashMap<Long, Long>();
    for (long id : THREADS.getAllThreadIds()) {
      if (id != Thread.currentThread().threadId()) {
        nanos.put(id, THREADS.getThreadCpuTime(id));
      }
    }
    long collections =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionCount)
            .sum();
    return new OtherThreads(nanos, collections);
  }

  /// Returns whether, since the clocks were read, the other threads have computed for `least` ns,
  /// garbage was collected, or a thread has ended, whose time is not known.
  boolean computedFor(double least) {
    var now = now();
    double sum = 0;
    for (var thread : now.nanos.entrySet()) {
      sum += thread.getValue() - nanos.getOrDefault(thread.getKey(), 0L);
    }
    return sum >= least
        || now.collections > collections
        || !now.nanos.keySet().containsAll(nanos.keySet());
  }
}
