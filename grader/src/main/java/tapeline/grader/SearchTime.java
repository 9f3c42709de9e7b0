package tapeline.grader;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// The time limit of a search for the line of a mistake.
///
/// The limit is one of processor time, so that a busy machine finds as much as an idle one. The
/// wall's is that of a search which waits for what never comes.
final class SearchTime implements BooleanSupplier {
  private static final long MOST_COMPUTING = 3_000_000_000L; // ns, of a processor
  private static final long MOST_WAITING = 30_000_000_000L; // ns, of the wall

  private final LongSupplier processor;
  private final LongSupplier wall;
  private final long end;
  private long last;
  private long computed;

  /// @param processor the time that the search has computed so far, ns; it falls when a process
  ///   ends
  /// @param wall its time, ns
  SearchTime(LongSupplier processor, LongSupplier wall) {
    this.processor = processor;
    this.wall = wall;
    end = wall.getAsLong() + MOST_WAITING;
    last = processor.getAsLong();
  }

  /// Starts the time of this process and its workers.
  static SearchTime now() {
    return new SearchTime(SearchTime::computed, System::nanoTime);
  }

  @Override
  public boolean getAsBoolean() {
    long now = processor.getAsLong();
    computed += Math.max(0, now - last);
    last = now;
    return computed < MOST_COMPUTING && wall.getAsLong() - end < 0;
  }

  private static long computed() {
    var own = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    return ProcessHandle.current()
        .children()
        .map(child -> child.info().totalCpuDuration().orElse(Duration.ZERO).toNanos())
        .reduce(own, Long::sum);
  }
}
