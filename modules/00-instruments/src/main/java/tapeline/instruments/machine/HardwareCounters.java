package tapeline.instruments.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;

/// The processor's own counts while some work runs: instructions, cycles, misses of the last cache
/// and of the branch predictor, as Linux's `perf stat` reads them for this process. Most virtual
/// machines have none, and `kernel.perf_event_paranoid` above 2 hides them.
///
/// @param counts by event, in the order of [#EVENTS]; an event that is not there is not available
public record HardwareCounters(Map<String, Long> counts) implements Tabular {
  /// The events that are asked for.
  public static final List<String> EVENTS =
      List.of("instructions", "cycles", "cache-misses", "branches", "branch-misses");

  private static final String NONE = "not available";
  private static final int SECONDS = 10;
  private static final int ATTACHING = 50; // milliseconds at a time

  /// Keeps its own copy.
  public HardwareCounters {
    var ordered = new LinkedHashMap<String, Long>();
    for (var event : EVENTS) {
      if (counts.containsKey(event)) ordered.put(event, counts.get(event));
    }
    ordered.putAll(counts);
    counts = Collections.unmodifiableMap(ordered);
  }

  /// Counts while `work` runs, in all threads of this JVM; nothing where there is no `perf`. What
  /// `work` throws is thrown on.
  public static HardwareCounters of(Runnable work) {
    return of(work, command(ProcessHandle.current().pid()));
  }

  /// Returns perf's command for a process: `:u` is user code alone, as root would count the
  /// kernel's too.
  static List<String> command(long pid) {
    var events = EVENTS.stream().map(event -> event + ":u").collect(Collectors.joining(","));
    return List.of("perf", "stat", "-x", ",", "-e", events, "-p", "" + pid);
  }

  /// Counts by this command.
  static HardwareCounters of(Runnable work, List<String> perf) {
    var process = start(perf);
    try {
      work.run();
      return process == null ? new HardwareCounters(Map.of()) : read(process);
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
    }
  }

  /// Ends `perf`, and reads what it writes then.
  private static HardwareCounters read(Process process) {
    try (var said = process.errorReader(UTF_8)) {
      new ProcessBuilder("kill", "-INT", "" + process.pid()).start().waitFor();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      return parse(said.lines().toList());
    } catch (IOException | UncheckedIOException _) {
      return new HardwareCounters(Map.of());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new HardwareCounters(Map.of());
    }
  }

  /// Starts `perf`, and waits until it has opened its counters; null where it cannot.
  private static @Nullable Process start(List<String> perf) {
    Process process = null;
    try {
      process = new ProcessBuilder(perf).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      for (int i = 0; i < SECONDS * 1000 / ATTACHING && process.isAlive(); i++) {
        if (counts(process.pid())) {
          return process;
        }
        Thread.sleep(ATTACHING);
      }
      return process;
    } catch (IOException _) {
      return process;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return process;
    }
  }

  /// Returns whether a process has opened counters; false when it ends meanwhile.
  static boolean counts(long pid) {
    try (var open = Files.list(Path.of("/proc/%d/fd".formatted(pid)))) {
      for (var file : open.toList()) {
        if (Files.isSymbolicLink(file)
            && Files.readSymbolicLink(file).toString().contains("perf_event")) {
          return true;
        }
      }
      return false;
    } catch (IOException | UncheckedIOException _) {
      return false;
    }
  }

  /// Reads what `perf stat -x ,` writes: `12345,,instructions:u,…`, or `<not supported>` for a
  /// number.
  static HardwareCounters parse(List<String> lines) {
    var counts = new LinkedHashMap<String, Long>();
    for (var line : lines) {
      var parts = line.split(",", -1);
      var event = parts.length < 3 ? "" : parts[2].replaceFirst(":.*", "");
      if (EVENTS.contains(event) && parts[0].matches("\\d+")) {
        counts.put(event, Long.parseLong(parts[0]));
      }
    }
    return new HardwareCounters(counts);
  }

  /// The counts, and per instruction or branch what is usually asked for.
  @Override
  public TextTable table() {
    var table = TextTable.of("counter", "count", "share");
    for (var event : EVENTS) {
      var of =
          switch (event) {
            case "cycles", "cache-misses" -> "instructions";
            case "branch-misses" -> "branches";
            default -> "";
          };
      var share = event.equals("cycles") ? " cycles per instruction" : " of the " + of;
      var count = counts.get(event);
      var whole = counts.get(of);
      var cells =
          new ArrayList<>(
              List.of(event, count == null ? NONE : String.format(Locale.ROOT, "%,d", count)));
      cells.add(
          count == null || whole == null || whole == 0
              ? ""
              : TextTable.number((double) count / whole, 3) + share);
      table.row(cells.toArray(String[]::new));
    }
    return table.note("user code of all threads of this JVM, by perf stat");
  }
}
