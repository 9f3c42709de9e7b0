package tapeline.gpu.trace;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;

/// How long a device was busy over a trace: from the start of the first work to the end of the last
/// one. Works that overlap, on several streams, count once. `nvidia-smi` calls the share with a
/// kernel its GPU utilization; it says nothing of how many of the multiprocessors were at work.
///
/// @param nanos of the whole trace
/// @param busy nanoseconds with a kernel or a copy
/// @param kernels nanoseconds with a kernel
/// @param copies nanoseconds with a copy
public record GpuUtilization(long nanos, long busy, long kernels, long copies) implements Tabular {
  /// Adds up the times of a trace, each moment once.
  ///
  /// @throws IllegalArgumentException without any work
  public static GpuUtilization of(List<GpuWork> works) {
    if (works.isEmpty()) {
      throw new IllegalArgumentException("a trace has at least one copy or kernel, got none");
    }
    long first = works.stream().mapToLong(GpuWork::start).min().orElseThrow();
    long last = works.stream().mapToLong(w -> w.start() + w.nanos()).max().orElseThrow();
    return new GpuUtilization(
        last - first,
        busy(works, _ -> true),
        busy(works, w -> !w.isCopy()),
        busy(works, GpuWork::isCopy));
  }

  private static long busy(List<GpuWork> works, Predicate<GpuWork> which) {
    long sum = 0;
    long end = Long.MIN_VALUE;
    for (var w :
        works.stream().filter(which).sorted(Comparator.comparingLong(GpuWork::start)).toList()) {
      sum += Math.max(0, w.start() + w.nanos() - Math.max(end, w.start()));
      end = Math.max(end, w.start() + w.nanos());
    }
    return sum;
  }

  /// The time of each part, and its share of the whole.
  @Override
  public TextTable table() {
    var table = TextTable.of("the device", "µs", "share");
    row(table, "is busy", busy);
    row(table, "runs a kernel", kernels);
    row(table, "copies", copies);
    row(table, "does both at once", kernels + copies - busy);
    row(table, "waits", nanos - busy);
    return table;
  }

  private void row(TextTable table, String what, long part) {
    table.row(what, TextTable.number(part / 1e3, 3), TextTable.percent((double) part / nanos, 1));
  }
}
