package tapeline.gpu.emulator;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/// The made-up clock of a [LazyGpu]: when its engines are free and its streams are ready.
final class LazyClock {
  private final Map<Engine, Long> freeAt = new EnumMap<>(Engine.class);
  private final Map<Long, Long> readyAt = new HashMap<>(); // by stream
  private final Map<Long, Long> marks = new HashMap<>(); // by event: when it is passed
  private long defaultReadyAt;
  private long now;
  private long busy;

  /// The engines of the card, which work side by side.
  enum Engine {
    UP,
    KERNELS,
    DOWN
  }

  /// The host's time, in nanoseconds.
  long now() {
    return now;
  }

  /// The nanoseconds that all work took, one after the other.
  long busyNanos() {
    return busy;
  }

  /// The host asks for work that keeps an engine for so long.
  void take(Engine engine, long stream, long nanos) {
    now += LazyGpu.ASKING_NANOS;
    long start = Math.max(now, Math.max(ready(stream), freeAt.getOrDefault(engine, 0L)));
    long end = start + nanos;
    busy += nanos;
    freeAt.put(engine, end);
    if (stream == 0) {
      defaultReadyAt = end;
    } else {
      readyAt.put(stream, end);
    }
  }

  /// When all that a stream's next work waits for is done.
  private long ready(long stream) {
    if (stream != 0) {
      return Math.max(defaultReadyAt, readyAt.getOrDefault(stream, 0L));
    }
    return readyAt.values().stream().mapToLong(t -> t).reduce(defaultReadyAt, Math::max);
  }

  /// The host waits for a stream.
  void await(long stream) {
    now = Math.max(now, ready(stream));
  }

  /// An event stands behind the work that its stream was given.
  void mark(long event, long stream) {
    marks.put(event, Math.max(now, ready(stream)));
  }

  /// The host waits for an event.
  void awaitMark(long event) {
    now = Math.max(now, marks.getOrDefault(event, 0L));
  }

  float millisBetween(long start, long end) {
    return (marks.getOrDefault(end, 0L) - marks.getOrDefault(start, 0L)) / 1e6f;
  }
}
