package tapeline.instruments.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/// The processor's own energy counters (RAPL), as Linux shows them below `/sys/class/powercap`: one
/// for each package. Most virtual machines have none, and on most machines only root may read them.
///
/// @param counters files with microjoules since some time; they wrap around
public record EnergyCounter(List<Path> counters) {
  private static final Path POWERCAP = Path.of("/sys/class/powercap");

  public EnergyCounter {
    counters = List.copyOf(counters);
  }

  /// Returns the counters of this machine that can be read.
  public static EnergyCounter find() {
    return in(POWERCAP);
  }

  /// Returns the counters below a folder like `/sys/class/powercap`.
  public static EnergyCounter in(Path powercap) {
    if (!Files.isDirectory(powercap)) {
      return new EnergyCounter(List.of());
    }
    try (var zones = Files.list(powercap)) {
      return new EnergyCounter(
          zones
              .filter(z -> z.getFileName().toString().matches("intel-rapl:\\d+"))
              .map(z -> z.resolve("energy_uj"))
              .filter(Files::isReadable)
              .sorted()
              .toList());
    } catch (IOException _) {
      return new EnergyCounter(List.of());
    }
  }

  /// The sum of the counters in joules; empty where there are none, or one cannot be read.
  public OptionalDouble joules() {
    double micro = 0;
    for (var counter : counters) {
      try {
        micro += Double.parseDouble(Files.readString(counter).strip());
      } catch (IOException | NumberFormatException _) {
        return OptionalDouble.empty();
      }
    }
    return counters.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(micro / 1e6);
  }
}
