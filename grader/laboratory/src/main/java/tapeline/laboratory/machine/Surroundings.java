package tapeline.laboratory.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What happened to the machine meanwhile: counters that Linux keeps, read before and after. Where
/// it does not keep one, it reads 0, and nothing is said.
///
/// @param throttled how often a core was slowed down because it was too hot
/// @param stolen processor time that the hypervisor gave to other machines, in ticks
/// @param total processor time, idle or not, in ticks
public record Surroundings(long throttled, long stolen, long total) {
  /// Where in the line `cpu` of `/proc/stat` the stolen time is; what follows is counted twice.
  private static final int STOLEN = 7;

  /// The counters of this machine, now.
  public static Surroundings now() {
    return read(Path.of("/"));
  }

  /// The counters below another folder than `/`.
  public static Surroundings read(Path root) {
    long stolen = 0;
    long total = 0;
    for (var line : lines(root.resolve("proc/stat"))) {
      if (line.startsWith("cpu ")) {
        var ticks = Pattern.compile(" ").splitAsStream(line.substring(4).strip()).toList();
        for (int i = 0; i <= STOLEN && i < ticks.size(); i++) {
          total += Long.parseLong(ticks.get(i));
        }
        stolen = ticks.size() > STOLEN ? Long.parseLong(ticks.get(STOLEN)) : 0;
      }
    }
    return new Surroundings(throttles(root.resolve("sys/devices/system/cpu")), stolen, total);
  }

  private static long throttles(Path processors) {
    long count = 0;
    try (Stream<Path> list = Files.list(processors)) {
      for (var processor : list.toList()) {
        for (var line : lines(processor.resolve("thermal_throttle/core_throttle_count"))) {
          count += Long.parseLong(line.strip());
        }
      }
    } catch (IOException _) {
      return 0;
    }
    return count;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException _) {
      return List.of();
    }
  }

  /// What disturbed the measurements between then and now, each in words; empty when nothing is
  /// known to have.
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
