package tapeline.laboratory.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;

/// Counters that the system keeps of disturbances, read before a measurement and after it; or how
/// far they went on in between. One that it does not keep reads 0, and nothing is said.
///
/// @param throttled how often a core was slowed down because it was too hot; on Linux
/// @param stolen processor time that the hypervisor gave to other machines, in ticks
/// @param total processor time, idle or not, in ticks
public record Surroundings(long throttled, long stolen, long total) {
  /// The counters where nothing happened.
  public static final Surroundings NONE = new Surroundings(0, 0, 0);

  private static final Path PROCESSORS = Path.of("/sys/devices/system/cpu");
  private static final CentralProcessor PROCESSOR =
      new oshi.SystemInfo().getHardware().getProcessor();

  /// The counters of this machine, now.
  public static Surroundings now() {
    long[] ticks = PROCESSOR.getSystemCpuLoadTicks();
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

  /// How far the counters went on since then.
  public Surroundings minus(Surroundings before) {
    return new Surroundings(
        throttled - before.throttled, stolen - before.stolen, total - before.total);
  }

  /// Both together.
  public Surroundings plus(Surroundings other) {
    return new Surroundings(
        throttled + other.throttled, stolen + other.stolen, total + other.total);
  }

  /// The disturbances while the counters went on so far, each in words; empty when none is known.
  public List<String> warnings() {
    var found = new ArrayList<String>();
    if (throttled > 0) {
      found.add("the processor was too hot, and slowed down %d times".formatted(throttled));
    }
    double share = (double) stolen / Math.max(1, total);
    if (share > 0.01) {
      found.add(
          "%.0f %% of the processors' time went to other virtual machines".formatted(100 * share));
    }
    return found;
  }
}
