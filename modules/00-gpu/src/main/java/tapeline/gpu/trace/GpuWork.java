package tapeline.gpu.trace;

import java.util.Map;
import java.util.Set;

/// A copy or a kernel that a [TracedGpu] was given.
///
/// @param name `copy up`, `copy down`, `copy`, or the kernel's name
/// @param stream the number of its stream, in the order in which they were made; 0 is the default
///   one
/// @param start when its stream came to it, in nanoseconds since the tracing began
/// @param nanos until it was done
/// @param counts bytes of a copy; threads of a kernel, and what the emulator counted of it and of
///   each of its lines, but for zeros
public record GpuWork(String name, int stream, long start, long nanos, Map<String, Long> counts) {
  private static final Set<String> COPIES = Set.of("copy up", "copy down", "copy");

  /// Returns whether this is a copy; a kernel may have a copy's name, and has threads.
  boolean isCopy() {
    return COPIES.contains(name) && !counts.containsKey("threads");
  }
}
