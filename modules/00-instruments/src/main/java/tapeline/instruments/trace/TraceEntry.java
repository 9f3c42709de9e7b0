package tapeline.instruments.trace;

import java.util.List;
import java.util.Map;
import tapeline.gpu.trace.TracedGpu;

/// What took time beside the profiled threads, such as a kernel of a GPU or a garbage collection.
///
/// @param process what viewers group tracks by, for example `JVM` or the name of a GPU
/// @param track what happens on one track happens one after the other, for example `stream 1`
/// @param start in nanoseconds since the profile began
/// @param args what a viewer shows of it when it is clicked
public record TraceEntry(
    String process, String track, String name, long start, long nanos, Map<String, ?> args) {
  public TraceEntry {
    args = Map.copyOf(args);
  }

  /// What a GPU was given to do, a track for each stream.
  ///
  /// @param begin what [System#nanoTime] said when the profile began
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
