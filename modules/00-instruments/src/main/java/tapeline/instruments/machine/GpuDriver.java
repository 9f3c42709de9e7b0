package tapeline.instruments.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The graphics cards of this machine, the version of their driver, their clocks, the link to them
/// and those between them, as NVIDIA's `nvidia-smi` tells them.
public final class GpuDriver {
  /// Stands for the cards where the command says nothing of them.
  public static final String NONE = "not available";

  /// The command that asks for them.
  public static final List<String> COMMAND =
      List.of(
          "nvidia-smi",
          "--query-gpu=name,driver_version,clocks.sm,clocks.mem,"
              + "pcie.link.gen.current,pcie.link.width.current",
          "--format=csv,noheader");

  /// The command that asks for the links between them.
  public static final List<String> LINKS = List.of("nvidia-smi", "nvlink", "--status");

  private static final Pattern LINK = Pattern.compile("\\s*Link \\d+: ([\\d.]+ GB/s)");
  private static final int SECONDS = 10;

  private GpuDriver() {}

  /// For example `NVIDIA H100, driver 550.54, 1980 MHz, memory 2619 MHz, PCIe 5 with 16 lanes,
  /// NVLink 18 × 26.562 GB/s`, a card after the other; [#NONE] where the first command is not
  /// there, fails or does not answer in ten seconds. A card of which the second says nothing has no
  /// NVLink.
  public static String read(List<String> command, List<String> links) {
    var cards =
        new ArrayList<>(lines(command).map(GpuDriver::card).filter(c -> !c.isEmpty()).toList());
    if (cards.isEmpty()) {
      return NONE;
    }
    int card = -1;
    Map<Integer, List<String>> rates = new TreeMap<>();
    for (var line : lines(links).toList()) {
      var link = LINK.matcher(line);
      card += line.startsWith("GPU ") ? 1 : 0;
      if (link.matches() && card >= 0 && card < cards.size()) {
        rates.computeIfAbsent(card, _ -> new ArrayList<>()).add(link.group(1));
      }
    }
    rates.forEach((at, of) ->
        cards.set(at, "%s, NVLink %d × %s".formatted(cards.get(at), of.size(), of.getFirst())));
    return String.join("; ", cards);
  }

  /// Returns the lines that a command prints; none where it is not there, fails or takes too long.
  private static Stream<String> lines(List<String> command) {
    try {
      var process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      var said = CompletableFuture.supplyAsync(() -> all(process));
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return Stream.of();
      }
      return process.exitValue() == 0 ? said.join().lines() : Stream.of();
    } catch (IOException _) {
      return Stream.of();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Stream.of();
    }
  }

  private static String all(Process process) {
    try (var out = process.inputReader(UTF_8)) {
      return out.lines().collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A line of the answer in words; empty when it has other parts.
  private static String card(String line) {
    var parts = line.strip().split("\\s*,\\s*", -1);
    return parts.length == 6
        ? "%s, driver %s, %s, memory %s, PCIe %s with %s lanes".formatted((Object[]) parts)
        : "";
  }
}
