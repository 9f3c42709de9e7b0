package tapeline.instruments.profile;

import java.util.List;

/// The record of a profiler's active steps.
///
/// @param spans in the order of their starts; the id of each is its place
/// @param memory the changes of what tapes held, in order
/// @param threads the names of the threads, by number
/// @param dropped spans and changes that came after the limit was reached; they are counted, and
///   nothing else
public record Profile(
    List<Span> spans, List<MemoryEvent> memory, List<String> threads, long dropped) {
  public Profile {
    spans = List.copyOf(spans);
    memory = List.copyOf(memory);
    threads = List.copyOf(threads);
  }

  /// The profile without the time that the profiler took for itself, see [Span#profilerNanos]: an
  /// estimate of what would have been unwatched, as it leaves the caches out.
  public Profile withoutProfiler() {
    var without = spans.stream().map(Span::withoutProfiler).toList();
    return new Profile(without, memory, threads, dropped);
  }
}
