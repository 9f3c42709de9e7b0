package tapeline.laboratory.suite;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tapeline.bench.SystemInfo;
import tapeline.bench.stats.Interval;
import tapeline.laboratory.machine.Checklist;
import tapeline.toolkit.TextTable;

/// What a suite came to: tables for people, and a file with every time that was measured.
///
/// @param suite its name
/// @param machine on which it ran
/// @param forks how many JVMs ran it
/// @param entries in the suite's order
public record SuiteReport(String suite, SystemInfo machine, int forks, List<EntryReport> entries) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double LARGEST_ERROR = 1e-5;

  public SuiteReport {
    entries = List.copyOf(entries);
  }

  /// The report on what these forks took: counts what can be counted, and decides what was
  /// expected.
  ///
  /// @param times of all entries
  /// @param forks how many there were
  public static SuiteReport of(
      String suite, List<SuiteEntry> entries, List<ForkTime> times, int forks, SystemInfo machine) {
    var reports = new ArrayList<EntryReport>();
    for (var entry : entries) {
      var mine = times.stream().filter(t -> t.result().name().equals(entry.name())).toList();
      reports.add(EntryReport.of(entry, mine));
    }
    return new SuiteReport(suite, machine, forks, reports);
  }

  /// How long a pass takes.
  public TextTable times() {
    var table =
        TextTable.of(
            "entry", "forward, µs", "± %", "backward, µs", "± %", "total, µs", "± %", "per s", "");
    for (var e : entries) {
      int of = e.times().size();
      table.row(
          e.name(),
          micros(e.nanos(Phase.FORWARD)),
          width(e, Phase.FORWARD),
          micros(e.nanos(Phase.BACKWARD)),
          width(e, Phase.BACKWARD),
          micros(e.nanos(Phase.TOTAL)),
          width(e, Phase.TOTAL),
          TextTable.number(e.throughput(), 3),
          e.unsteady() == 0 ? "" : "not steady: %d of %d".formatted(e.unsteady(), of));
    }
    return table
        .note("medians of %d forks' medians, ±: half of the 95 %% interval".formatted(forks))
        .note("per s: examples forward and backward");
  }

  private static String micros(double nanos) {
    return TextTable.number(nanos / 1e3, 4);
  }

  private static String width(EntryReport e, Phase phase) {
    Interval interval = e.interval(phase);
    double half = interval.halfWidth() / e.nanos(phase);
    return Double.isFinite(half) ? String.format(Locale.ROOT, "%.1f", 100 * half) : "–";
  }

  /// What a pass is, and what of it is counted.
  public TextTable counts() {
    var table =
        TextTable.of(
            "entry",
            "shape",
            "dtype",
            "device",
            "batch",
            "scope",
            "nodes",
            "peak",
            "alloc",
            "gradient");
    for (var e : entries) {
      var peak = e.peakBytes();
      table.row(
          e.name(),
          e.shape(),
          e.dtype(),
          e.device(),
          Integer.toString(e.batch()),
          e.scope().toString(),
          Integer.toString(e.nodes()),
          peak == null ? "–" : Long.toString(peak),
          Long.toString(e.bytes()),
          String.format(Locale.ROOT, "%.0e", e.gradientError()));
    }
    return table
        .note("nodes: on the tape; peak: bytes that the tape holds at most; alloc: bytes a pass;")
        .note("gradient: its relative error; –: this tape does not count, at most alloc");
  }

  /// What was expected.
  public TextTable hypotheses() {
    var table = TextTable.of("hypothesis", "predicted", "measured", "outcome");
    for (var e : entries) {
      for (var h : e.hypotheses()) {
        table.row(h.claim(), h.prediction(), h.measured(), h.outcome().toString());
      }
    }
    return table;
  }

  /// What of the method is in order.
  public Checklist method() {
    int unsteady = entries.stream().mapToInt(EntryReport::unsteady).sum();
    int all = entries.stream().mapToInt(e -> e.times().size()).sum();
    int samples =
        entries.stream()
            .flatMap(e -> e.times().stream())
            .mapToInt(t -> t.result().nanos().length)
            .sum();
    return new Checklist(
        List.of(
            Checklist.warmUp(unsteady, all),
            Checklist.forks(forks),
            Checklist.notKnown("A/A", "no entry was measured beside itself: that is a duel's work"),
            Checklist.results(entries.stream().allMatch(e -> e.gradientError() <= LARGEST_ERROR)),
            Checklist.conditions(differences()),
            Checklist.samples(samples)));
  }

  /// What differs between the conditions of an entry's times.
  private List<String> differences() {
    var found = new ArrayList<String>();
    for (var e : entries) {
      for (var time : e.times()) {
        var first = e.times().getFirst().result().conditions();
        found.addAll(time.result().conditions().differences(first));
      }
    }
    return found.stream().distinct().toList();
  }

  /// Writes all of it as JSON, every single time included.
  ///
  /// @throws IOException when that fails
  public void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), this);
  }

  /// Reads what [#write] wrote.
  ///
  /// @throws IOException when it is no such file
  public static SuiteReport read(Path file) throws IOException {
    return JSON.readValue(file.toFile(), SuiteReport.class);
  }
}
