package tapeline.instruments.machine;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import oshi.hardware.HardwareAbstractionLayer;

/// On what something was measured, as OSHI and the JVM say.
///
/// @param processor its name
/// @param cores physical ones
/// @param threads that the hardware runs at once
/// @param caches for example `L1 32 KiB, L2 1024 KiB`
/// @param memory bytes
/// @param system the operating system
/// @param jvm name and version of the virtual machine
/// @param flags that it was started with
/// @param governor how the clock is governed, as Linux says; empty where it does not
/// @param load of the last minute, in processes that want a processor; below 0 where unknown
/// @param container the engine, the image and the system of the container, as far as they are told;
///   empty outside of one
/// @param gpus name, driver, clocks and link of each graphics card; `not available` without any
/// @param parts nodes and modules of the memory, and CUDA's libraries, as far as they are told
public record SystemInfo(
    String processor,
    int cores,
    int threads,
    String caches,
    long memory,
    String system,
    String jvm,
    List<String> flags,
    String governor,
    double load,
    String container,
    String gpus,
    String parts) {
  private static final Path GOVERNOR =
      Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");

  public SystemInfo {
    flags = List.copyOf(flags);
    // What was written before these were asked for does not have them.
    container = Objects.requireNonNullElse(container, "");
    gpus = Objects.requireNonNullElse(gpus, GpuDriver.NONE);
    parts = Objects.requireNonNullElse(parts, "");
  }

  /// This machine, now. Takes some tenths of a second.
  public static SystemInfo now() {
    var info = new oshi.SystemInfo();
    var hardware = info.getHardware();
    var processor = hardware.getProcessor();
    return new SystemInfo(
        processor.getProcessorIdentifier().getName().strip(),
        processor.getPhysicalProcessorCount(),
        processor.getLogicalProcessorCount(),
        caches(hardware),
        hardware.getMemory().getTotal(),
        info.getOperatingSystem().toString(),
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        readGovernor(),
        processor.getSystemLoadAverage(1)[0],
        Container.of(Path.of("/"), System.getenv()),
        GpuDriver.read(GpuDriver.COMMAND, GpuDriver.LINKS),
        MachineParts.words(hardware, CudaLibraries.in(CudaLibraries.folders())));
  }

  private static String caches(HardwareAbstractionLayer hardware) {
    var words = new ArrayList<String>();
    for (var cache : hardware.getProcessor().getProcessorCaches()) {
      words.add(
          "L%d %s %d KiB"
              .formatted(
                  cache.getLevel(), cache.getType().toString(), cache.getCacheSize() / 1024));
    }
    return String.join(", ", words.reversed());
  }

  private static String readGovernor() {
    try {
      return Files.isReadable(GOVERNOR) ? Files.readString(GOVERNOR).strip() : "";
    } catch (IOException _) {
      return "";
    }
  }

  /// Possible disturbances of measurements here, each in words; empty when none is known.
  public List<String> warnings() {
    var found = new ArrayList<String>();
    if (load > 0.5) {
      found.add(
          String.format(
              Locale.ROOT,
              "other programs are at work: %.1f of %d processors were wanted in the last minute",
              load,
              threads));
    }
    if (!governor.isEmpty() && !governor.equals("performance")) {
      found.add("the clock is governed for \"%s\", and changes with the load".formatted(governor));
    }
    if (threads < 2) {
      found.add("there is one processor: whatever else runs takes its time from what is measured");
    }
    return found;
  }
}
