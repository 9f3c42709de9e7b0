package tapeline.bench.load;

import java.util.function.IntConsumer;
import tapeline.toolkit.Todo;

/// Sends queries when they are due to something that answers one at a time, and notes how long each
/// sender waited.
///
/// @param clock what time it is; a test has one of its own
/// @param service answers a query
public record LoadGenerator(Clock clock, IntConsumer service) {

  /// A clock that one can wait for.
  public interface Clock {
    long nanos();

    /// Returns when it is that late.
    void waitUntil(long nanos);

    /// The JVM's. It waits without sleeping, as a sleep ends some 50 µs late.
    Clock SYSTEM =
        new Clock() {
          @Override
          public long nanos() {
            return System.nanoTime();
          }

          @Override
          public void waitUntil(long nanos) {
            while (System.nanoTime() - nanos < 0) {
              Thread.onSpinWait();
            }
          }
        };
  }

  /// The latencies in nanoseconds of queries that are due at these times after now.
  ///
  /// While one query takes long, those behind it wait, and their senders with them: a latency
  /// counts from the time when the query was *due*. To count from the time when it was taken up
  /// would leave out just the waiting, which is what overload looks like (Tene: *coordinated
  /// omission*, 2013).
  public long[] run(long... due) {
    var latencies = new long[due.length];
    long start = clock.nanos();
    // BEGIN EXERCISE 19.9
    // TODO 19.9 — 6 lines. Query i is due at start + due[i]. Wait until then by the clock,
    // have service.accept(i) answer it, and note in latencies[i] how long its sender
    // waited. A query that was due while the service was busy: since when does its sender
    // wait?
    throw new Todo("19.9", "latency");
    // END EXERCISE 19.9
  }
}
