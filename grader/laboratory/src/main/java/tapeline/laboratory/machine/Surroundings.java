package tapeline.laboratory.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import oshi.hardware.CentralProcessor.TickType;

/// Counters that the system keeps of disturbances, read before a measurement and after it. One that
/// it does not keep reads 0, and nothing is said.
///
/// @param throttled how often a core was slowed down because it was too hot; on Linux
/// @param stolen processor time that the hypervisor gave to other machines, in ticks
/// @param total processor time, idle or not, in ticks
public record Surroundings(long throttled, long stolen, long total) {
  private static final Path PROCESSORS = Path.of("/sys/devices/system/cpu");

  /// The counters of this machine, now.
  public static Surroundings now() {
    long[] ticks = new oshi.SystemInfo().getHardware().getProcessor().getSystemCpuLoadTicks();
    return new Surroundings(
        throttled(PROCESSORS), ticks[TickType.STEAL.getIndex()], LongStream.of(ticks).sum());
  }

  /// The sum of the counters below a folder like Linux's `/sys/devices/system/cpu`.
  static long throttled(Path processors) {
    long count = 0;
    try (var list = Files.newDirectoryStream(processors)) {
      for (var processor : list) {
        var file = processor.resolve("thermal_throttle/core_throttle_count");
        count += Files.isReadable(file) ? Long.parseLong(Files.readString(file).strip()) : 0;
      }
    } catch (IOException _) {
      return 0;
    }
    return count;
  }

  /// The disturbances of the measurements between then and now, each in words; empty when none is
  /// known.
  public List<String> warnings(Surroundings before) {
    var found = new ArrayList<String>();
    if (throttled > before.throttled) {
      found.add(
          "the processor was too hot, and slowed down %d times"
              .formatted(throttled - before.throttled));
    }
    double share = (double) (stolen - before.stolen) / Math.max(1, total - before.total);
    if (share > 0.01) {
      found.add(
          "%.0f %% of the processors' time went to other virtual machines".formatted(100 * share));
    }
    return found;
  }
}
