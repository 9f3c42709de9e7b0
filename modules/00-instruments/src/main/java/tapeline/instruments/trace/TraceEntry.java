package tapeline.instruments.trace;

import java.util.List;
import java.util.Map;
import tapeline.gpu.trace.TracedGpu;

/// A piece of work beside the profiled threads, such as a kernel of a GPU or a garbage collection.
///
/// @param process the name by which viewers group tracks: `JVM`, for example, or a GPU's name
/// @param track for example `stream 1`; entries of one track happen one after the other
/// @param start in nanoseconds since the profile began
/// @param args the details that a viewer shows of it when it is clicked
public record TraceEntry(
    String process, String track, String name, long start, long nanos, Map<String, ?> args) {
  public TraceEntry {
    args = Map.copyOf(args);
  }

  /// The work that a GPU was given, a track for each stream.
  ///
  /// @param begin the value of [System#nanoTime] when the profile began
  public static List<TraceEntry> of(TracedGpu gpu, long begin) {
    return gpu.works().stream()
        .map(work ->
            new TraceEntry(
                gpu.name(),
                "stream " + work.stream(),
                work.name(),
                gpu.begin() - begin + work.start(),
                work.nanos(),
                work.counts()))
        .toList();
  }
}
