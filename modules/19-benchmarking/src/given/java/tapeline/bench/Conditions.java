package tapeline.bench;

import java.util.ArrayList;
import java.util.List;

/// Under which conditions something is measured: a comparison of unlike ones says nothing.
///
/// @param task what is computed, its size included, for example `matmul (64,64)·(64,64)`
/// @param dtype the type of its numbers, for example `float32`
/// @param batch examples at once
/// @param device for example `cpu`
/// @param threads how many it may use
/// @param cache whether its data are in the caches when it begins: `warm` or `cold`
/// @param jdk the version of the JDK
/// @param flags the flags of the JVM
public record Conditions(
    String task,
    String dtype,
    int batch,
    String device,
    int threads,
    String cache,
    String jdk,
    List<String> flags) {
  public Conditions {
    flags = List.copyOf(flags);
  }

  /// These, on one thread of this machine's processor with warm caches, on the running JDK.
  public static Conditions cpu(String task, String dtype, int batch) {
    return new Conditions(
        task, dtype, batch, "cpu", 1, "warm", Runtime.version().toString(), List.of());
  }

  /// Returns the conditions on so many threads: the one condition in which a speed-up may differ.
  public Conditions onThreads(int count) {
    return new Conditions(task, dtype, batch, device, count, cache, jdk, flags);
  }

  /// The differences, each in words; empty when the two can be compared.
  public List<String> differences(Conditions other) {
    var found = new ArrayList<String>();
    differs(found, "task", task, other.task);
    differs(found, "dtype", dtype, other.dtype);
    differs(found, "batch", batch, other.batch);
    differs(found, "device", device, other.device);
    differs(found, "threads", threads, other.threads);
    differs(found, "cache", cache, other.cache);
    differs(found, "JDK", jdk, other.jdk);
    differs(found, "flags", flags, other.flags);
    return found;
  }

  private static void differs(List<String> found, String what, Object a, Object b) {
    if (!a.equals(b)) {
      found.add("%s: %s and %s".formatted(what, a, b));
    }
  }

  /// Refuses a comparison of what differs.
  ///
  /// @throws UnfairComparisonException when something differs, naming all of it
  public void requireSame(Conditions other) {
    var found = differences(other);
    if (!found.isEmpty()) {
      throw new UnfairComparisonException(found);
    }
  }
}
