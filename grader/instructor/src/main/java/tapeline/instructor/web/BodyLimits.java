package tapeline.instructor.web;

import java.time.Duration;
import java.util.function.LongSupplier;

/// How much a request may send, and how slowly.
///
/// @param mostBytes of a body
/// @param leastPerSecond bytes, on average while they are waited for, once that took `grace`
/// @param grace of a slow body; a client that sends nothing for so long is not waited for
/// @param nanos a clock that never goes back
public record BodyLimits(long mostBytes, long leastPerSecond, Duration grace, LongSupplier nanos) {
  /// 64 MiB; a KiB a second after half a minute.
  public static final BodyLimits USUAL =
      new BodyLimits(64 << 20, 1024, Duration.ofSeconds(30), System::nanoTime);

  /// Returns these limits with room for twice as many bytes.
  BodyLimits twice() {
    return new BodyLimits(2 * mostBytes, leastPerSecond, grace, nanos);
  }

  void requireSize(long bytes) {
    if (bytes > mostBytes) {
      throw new HttpRefusal(
          413, "a body has at most %,d bytes, got %,d or more".formatted(mostBytes, bytes));
    }
  }

  void requirePace(long bytes, long waitedNanos) {
    double seconds = waitedNanos / 1e9;
    if (seconds > grace.toMillis() / 1e3 && bytes < leastPerSecond * seconds) {
      throw new HttpRefusal(
          408,
          "a body comes with at least %,d bytes a second, got %,d in %.0f s"
              .formatted(leastPerSecond, bytes, seconds));
    }
  }
}
