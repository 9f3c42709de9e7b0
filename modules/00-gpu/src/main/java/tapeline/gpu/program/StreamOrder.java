package tapeline.gpu.program;

import java.util.HashMap;
import java.util.Map;

/// The order of a program's work: which of it is done before which, and which the host knows to be
/// done.
/*
 * A stream does its work in order; so do streams of which one waits for an event of the other, and
 * the default stream with all but those made by cudaStreamNonBlocking. What is asked for after the
 * host has waited comes after all that it has waited for. Each of them, and the host, has a vector
 * clock: for each stream, how many pieces of its work are done before it goes on. (Lamport 1978,
 * Mattern 1989.) Host threads count as one.
 */
final class StreamOrder {
  static final long DEFAULT = 0;

  /// For each stream, how many pieces of its work are known to be done.
  static final class VectorClock {
    private final Map<Long, Long> done = new HashMap<>();

    private void join(VectorClock other) {
      other.done.forEach((stream, number) -> done.merge(stream, number, Math::max));
    }

    private VectorClock copy() {
      var copy = new VectorClock();
      copy.join(this);
      return copy;
    }

    boolean has(WorkNumber number) {
      return done.getOrDefault(number.stream, 0L) >= number.number;
    }
  }

  /// A piece of work: which one of its stream.
  record WorkNumber(long stream, long number) {}

  private static final class Stream {
    final VectorClock clock = new VectorClock();
    boolean blocking = true;
    long given;
  }

  private final VectorClock host = new VectorClock();
  private final Map<Long, Stream> streams = new HashMap<>();
  private final Map<Long, VectorClock> events = new HashMap<>();

  private Stream stream(long handle) {
    return streams.computeIfAbsent(handle, _ -> new Stream());
  }

  /// @param blocking whether it waits for the default stream, and that one for it
  void create(long stream, boolean blocking) {
    stream(stream).blocking = blocking;
  }

  /// All that is done before the next work of a stream begins.
  VectorClock before(long handle) {
    var stream = stream(handle);
    stream.clock.join(host);
    if (handle == DEFAULT) {
      streams.values().stream().filter(s -> s.blocking).forEach(s -> stream.clock.join(s.clock));
    } else if (stream.blocking) {
      stream.clock.join(stream(DEFAULT).clock);
    }
    return stream.clock;
  }

  /// The stream gets its next piece of work.
  WorkNumber add(long handle) {
    var clock = before(handle);
    var number = new WorkNumber(handle, ++stream(handle).given);
    clock.done.put(handle, number.number);
    return number;
  }

  /// An event stands behind all that the stream was given.
  void record(long event, long stream) {
    events.put(event, before(stream).copy());
  }

  /// The stream's next work waits for an event. One that was not recorded holds nothing up.
  void wait(long stream, long event) {
    before(stream).join(events.getOrDefault(event, new VectorClock()));
  }

  void hostWaitsForStream(long stream) {
    host.join(stream == DEFAULT ? before(stream) : stream(stream).clock);
  }

  void hostWaitsForEvent(long event) {
    host.join(events.getOrDefault(event, new VectorClock()));
  }

  void hostWaitsForAll() {
    streams.values().forEach(s -> host.join(s.clock));
  }

  /// All that the host knows to be done.
  VectorClock host() {
    return host;
  }

  /// The number of pieces that the host knows to be done, by stream.
  Map<Long, Long> waitedFor() {
    return Map.copyOf(host.done);
  }

  /// Returns whether the host has waited for all that stands before an event.
  boolean isPassed(long event) {
    return events.getOrDefault(event, new VectorClock()).done.entrySet().stream()
        .allMatch(e -> host.has(new WorkNumber(e.getKey(), e.getValue())));
  }
}
