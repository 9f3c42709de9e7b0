package tapeline.laboratory.tracking;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.UUID;
import tapeline.instruments.machine.SystemInfo;

/// The facts that tell machines apart: a baseline holds on the machine on which it was made.
///
/// @param memory in GiB
public record MachineId(String processor, int cores, int threads, long memory, String jvm) {

  public static MachineId of(SystemInfo info) {
    return new MachineId(
        info.processor(), info.cores(), info.threads(), info.memory() >> 30, info.jvm());
  }

  /// Twelve digits that are its folder's name.
  public String key() {
    return UUID.nameUUIDFromBytes(toString().getBytes(UTF_8))
        .toString()
        .replace("-", "")
        .substring(0, 12);
  }
}
