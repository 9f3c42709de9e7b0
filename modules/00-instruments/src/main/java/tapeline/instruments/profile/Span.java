package tapeline.instruments.profile;

import org.jspecify.annotations.Nullable;

/// A stretch of time that something took, inside another one or not.
///
/// @param id its place in [Profile#spans], which are in the order of their starts
/// @param parent the id of the span that it lies in, or −1
/// @param name what reports call it: of an op its name, of a scope what the program said
/// @param thread the number of its thread in the profile, from 0
/// @param start in nanoseconds since the profile began
/// @param nanos how long it took, its children and the profiler's own work included
/// @param profilerNanos how long the profiler worked for itself in it, its children included
/// @param allocatedBytes what its thread allocated on the heap meanwhile
/// @param work what was computed, or null for a scope
public record Span(
    int id,
    int parent,
    String name,
    Kind kind,
    int thread,
    long start,
    long nanos,
    long profilerNanos,
    long allocatedBytes,
    @Nullable Work work) {

  /// The kind of a span.
  public enum Kind {
    /// A part of the program that gave itself a name, such as `data` or `optimizer`.
    SCOPE,
    /// An op's value.
    FORWARD,
    /// An op's gradients in all inputs that want one, from its result's gradient.
    BACKWARD,
    /// A gradient added to what other paths brought; it lies in a span of BACKWARD.
    ACCUMULATE
  }

  /// A span in which the profiler took no time.
  public Span(
      int id,
      int parent,
      String name,
      Kind kind,
      int thread,
      long start,
      long nanos,
      long allocatedBytes,
      @Nullable Work work) {
    this(id, parent, name, kind, thread, start, nanos, 0, allocatedBytes, work);
  }

  /// Returns this span without the profiler's own time in it; its start is as it was.
  Span withoutProfiler() {
    return new Span(
        id, parent, name, kind, thread, start, nanos - profilerNanos, allocatedBytes, work);
  }

  /// When it ended, in nanoseconds since the profile began.
  public long end() {
    return start + nanos;
  }
}
