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
import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;

/// The processor's own counts while some work runs: instructions, cycles, misses of the last cache
/// and of the branch predictor, as Linux's `perf stat` (5.10 or newer) reads them for this process.
/// Most virtual machines have none, and `kernel.perf_event_paranoid` above 2 hides them.
///
/// @param counts by event, in the order of [#EVENTS]; an event that is not there is not available
/// @param reason why none is available, in a sentence; empty where one is
public record HardwareCounters(Map<String, Long> counts, String reason) implements Tabular {
  /// The events that are asked for.
  public static final List<String> EVENTS =
      List.of("instructions", "cycles", "cache-misses", "branches", "branch-misses");

  private static final String NONE = "not available";
  private static final Path PARANOID = Path.of("/proc/sys/kernel/perf_event_paranoid");
  private static final int SECONDS = 10;

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

  /// Returns perf's command for a process: it begins when it is told to, by its input, and answers
  /// on its output. `:u` is user code alone, as root would count the kernel's too.
  static List<String> command(long pid) {
    var events = EVENTS.stream().map(event -> event + ":u").collect(Collectors.joining(","));
    return List.of(
        "perf stat --control fd:0,1 -D -1 -x , -e %s -p %d".formatted(events, pid).split(" ", -1));
  }

  /// Counts by this command.
  static HardwareCounters of(Runnable work, List<String> perf) {
    Process process = null;
    try {
      process = new ProcessBuilder(perf).start();
      tell(process, "enable");
    } catch (IOException e) {
      if (process == null) {
        work.run();
        return new HardwareCounters(Map.of(), "no count, as there is no perf: " + e.getMessage());
      }
    }
    try {
      work.run();
      return read(process);
    } finally {
      process.destroyForcibly();
    }
  }

  /// Tells `perf` to do something, and waits until it has, or has ended.
  private static void tell(Process perf, String what) throws IOException {
    perf.outputWriter(UTF_8).append(what).append('\n').flush();
    perf.inputReader(UTF_8).readLine();
  }

  /// Ends `perf`, and reads what it writes then. It takes an alarm as it takes Ctrl-C, which a
  /// shell has programs in the background ignore.
  private static HardwareCounters read(Process perf) {
    try (var said = perf.errorReader(UTF_8)) {
      if (perf.isAlive()) {
        tell(perf, "disable");
        new ProcessBuilder("kill", "-ALRM", "" + perf.pid()).start().waitFor();
      }
      if (!perf.waitFor(SECONDS, TimeUnit.SECONDS)) {
        perf.destroyForcibly();
      }
      var paranoid = Files.exists(PARANOID) ? Files.readString(PARANOID).strip() : "";
      return parse(said.lines().toList(), paranoid);
    } catch (IOException | UncheckedIOException e) {
      return new HardwareCounters(Map.of(), "no count, as perf ended: " + e.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new HardwareCounters(Map.of(), "no count, as it was interrupted");
    }
  }

  /// Reads what `perf stat -x ,` writes: `12345,,instructions:u,…`, or `<not supported>` for a
  /// number; or why it cannot count.
  ///
  /// @param paranoid the value of `kernel.perf_event_paranoid`
  static HardwareCounters parse(List<String> lines, String paranoid) {
    var counts = new LinkedHashMap<String, Long>();
    for (var line : lines) {
      var parts = line.split(",", -1);
      // cpu_core/instructions:u/ where a processor has two kinds of cores
      var event =
          parts.length < 3 ? "" : parts[2].replaceFirst("^\\w+/", "").replaceFirst("[:/].*", "");
      if (EVENTS.contains(event) && parts[0].matches("\\d+")) {
        counts.merge(event, Long.parseLong(parts[0]), Long::sum);
      }
    }
    return new HardwareCounters(counts, counts.isEmpty() ? reason(lines, paranoid) : "");
  }

  private static String reason(List<String> lines, String paranoid) {
    var said = String.join(" ", lines);
    if (said.contains("perf_event_paranoid")) {
      return paranoid.matches("-?\\d+") && Integer.parseInt(paranoid) <= 2
          ? "no count, as perf may not count here: a container, or the other user of a process, forbids it"
          : "no count, as kernel.perf_event_paranoid is %s: with 2 or less, perf may count user code"
              .formatted(paranoid);
    }
    return said.contains("<not supported>")
        ? "no count, as this machine has no such counters, like most virtual machines"
        : "no count, as perf says: " + said;
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
    return table.note(
        reason.isEmpty() ? "user code of all threads of this JVM, by perf stat" : reason);
  }
}
