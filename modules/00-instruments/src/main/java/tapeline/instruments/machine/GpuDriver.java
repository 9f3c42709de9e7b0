package tapeline.instruments.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// The graphics cards of this machine, the version of their driver, their clocks and the link to
/// them, as NVIDIA's `nvidia-smi` tells them.
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

  private static final int SECONDS = 10;

  private GpuDriver() {}

  /// For example `NVIDIA H100, driver 550.54, 1980 MHz, memory 2619 MHz, PCIe 5 with 16 lanes`, a
  /// card after the other; [#NONE] where the command is not there, fails or does not answer in ten
  /// seconds.
  public static String read(List<String> command) {
    try {
      var process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      var said = CompletableFuture.supplyAsync(() -> all(process));
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return NONE;
      }
      var cards = said.join().lines().map(GpuDriver::card).filter(c -> !c.isEmpty()).toList();
      return process.exitValue() != 0 || cards.isEmpty() ? NONE : String.join("; ", cards);
    } catch (IOException _) {
      return NONE;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return NONE;
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
