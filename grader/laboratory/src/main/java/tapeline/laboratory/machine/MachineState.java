package tapeline.laboratory.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import oshi.hardware.PowerSource;

/// The state of a machine that changes from hour to hour, and matters to a measurement.
///
/// @param allowed how many processors this process may run on; empty where that is not known
/// @param onBattery whether a battery is what it runs on
/// @param freeMemory bytes
public record MachineState(OptionalInt allowed, boolean onBattery, long freeMemory) {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  /// This machine, now.
  public static MachineState now() {
    var hardware = new oshi.SystemInfo().getHardware();
    return new MachineState(
        readAllowed(),
        hardware.getPowerSources().stream().anyMatch(PowerSource::isDischarging),
        hardware.getMemory().getAvailable());
  }

  private static OptionalInt readAllowed() {
    try {
      return Files.isReadable(STATUS) ? allowed(Files.readString(STATUS)) : OptionalInt.empty();
    } catch (IOException _) {
      return OptionalInt.empty();
    }
  }

  /// How many processors the list in a text like Linux's `/proc/self/status` names: `0-2,5` are
  /// four.
  public static OptionalInt allowed(String status) {
    for (var line : status.lines().toList()) {
      if (line.startsWith(ALLOWED)) {
        int count = 0;
        for (var range : line.substring(ALLOWED.length()).strip().split(",", -1)) {
          var ends = range.split("-", -1);
          count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
        }
        return OptionalInt.of(count);
      }
    }
    return OptionalInt.empty();
  }
}
