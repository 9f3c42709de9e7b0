package tapeline.tests;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Counts the bytes that the calling thread allocates, exactly.
public final class AllocatedBytes {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private AllocatedBytes() {}

  /// The fewest bytes that one call of `work` allocated in `runs` calls.
  ///
  /// The fewest, because a JIT compilation or the first use of a class may allocate on the calling
  /// thread once; what the code itself allocates, it allocates at every call.
  public static long perRun(int runs, Runnable work) {
    long fewest = Long.MAX_VALUE;
    for (int i = 0; i < runs; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      work.run();
      fewest = Math.min(fewest, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    return fewest;
  }
}
