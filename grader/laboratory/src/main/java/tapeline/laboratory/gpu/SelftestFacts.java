package tapeline.laboratory.gpu;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tapeline.gpu.Gpu;

/// When, on what, and with which driver something was measured.
final class SelftestFacts {
  private static final Path DRIVER = Path.of("/proc/driver/nvidia/version");
  private static final Duration SMI = Duration.ofSeconds(10);
  private static final Pattern VERSION = Pattern.compile("\\b\\d{3}\\.\\d+(\\.\\d+)?\\b");

  private SelftestFacts() {}

  /// A line each, fit to stand above a table.
  static List<String> of(Gpu gpu) {
    var facts = new ArrayList<String>();
    facts.add("date: " + LocalDate.now(ZoneOffset.UTC));
    facts.add("device: " + gpu.name());
    if (!gpu.emulated()) {
      facts.add(sizes(gpu));
    }
    driver().ifPresent(version -> facts.add("NVIDIA driver: " + version));
    facts.add(
        "Java: %s on %s %s"
            .formatted(
                Runtime.version(), System.getProperty("os.name"), System.getProperty("os.arch")));
    return facts;
  }

  /// The sizes and speeds that the card reports of itself; 0 where it does not know.
  private static String sizes(Gpu gpu) {
    var card = gpu.limits();
    return String.format(
        Locale.ROOT,
        "card: %d multiprocessors of at most %d MHz, memory of %.1f GiB and at most %,.0f GB/s,"
            + " L2 of %.0f MiB",
        card.multiprocessors(),
        card.clockKhz() / 1000,
        card.memoryBytes() / 1073741824.0,
        card.peakBytesPerSecond() / 1e9,
        card.l2Bytes() / 1048576.0);
  }

  private static Optional<String> driver() {
    try {
      return Files.isReadable(DRIVER)
          ? VERSION.matcher(Files.readString(DRIVER)).results().map(m -> m.group()).findFirst()
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// The clocks of this moment, power and temperature, where `nvidia-smi` is there to be asked.
  static Optional<String> clocks() {
    var command =
        List.of(
            "nvidia-smi",
            "--query-gpu=clocks.sm,clocks.mem,power.draw,power.limit,temperature.gpu",
            "--format=csv,noheader");
    return answer(command, SMI).map(SelftestFacts::clocks);
  }

  /// The first line of what a program prints; empty where there is none, or it takes too long: a
  /// broken card may keep it for ever.
  static Optional<String> answer(List<String> command, Duration limit) {
    try {
      var asked =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      try {
        asked.getOutputStream().close();
        if (!asked.waitFor(limit) || asked.exitValue() != 0) {
          return Optional.empty();
        }
        return new String(asked.getInputStream().readAllBytes(), UTF_8).lines().findFirst();
      } finally {
        asked.destroyForcibly();
      }
    } catch (IOException _) {
      return Optional.empty();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /// Returns the clocks in words, from an answer such as `1980 MHz, 2619 MHz, 412.01 W, 700.00 W,
  /// 47`.
  static String clocks(String answer) {
    var parts = answer.split(", *", -1);
    return parts.length == 5
        ? "after the last round: SM %s, memory %s, %s of %s, %s °C".formatted((Object[]) parts)
        : "after the last round: " + answer;
  }
}
