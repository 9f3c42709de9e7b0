package tapeline.instruments.machine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import oshi.hardware.CentralProcessor.LogicalProcessor;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.hardware.PhysicalMemory;

/// Parts of a machine that move its figures, in words.
final class MachineParts {
  private MachineParts() {}

  /// Says on how many nodes the memory lies, its modules where the system tells them (Linux tells
  /// root alone), and `libraries`.
  static String words(HardwareAbstractionLayer hardware, String libraries) {
    long nodes =
        hardware.getProcessor().getLogicalProcessors().stream()
            .mapToInt(LogicalProcessor::getNumaNode)
            .distinct()
            .count();
    return Stream.of(
            "%d NUMA node%s".formatted(nodes, nodes == 1 ? "" : "s"),
            modules(hardware.getMemory().getPhysicalMemory()),
            libraries)
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining("; "));
  }

  /// Returns for example `4 × 16 GiB DDR4 at 3200 MT/s`; empty for none, and for those without a
  /// size.
  static String modules(List<PhysicalMemory> modules) {
    var counts = new LinkedHashMap<String, Integer>();
    for (var m : modules) {
      if (m.getCapacity() > 0) {
        var speed =
            m.getClockSpeed() > 0 ? " at %d MT/s".formatted(m.getClockSpeed() / 1_000_000) : "";
        var words = "%d GiB %s%s".formatted(m.getCapacity() >> 30, m.getMemoryType(), speed);
        counts.merge(words, 1, Integer::sum);
      }
    }
    return counts.entrySet().stream()
        .map(e -> e.getValue() + " × " + e.getKey())
        .collect(Collectors.joining(", "));
  }
}
