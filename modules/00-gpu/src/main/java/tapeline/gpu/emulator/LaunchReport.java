package tapeline.gpu.emulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.emulator.replay.RaceReplay;
import tapeline.gpu.emulator.watch.AccessPattern;
import tapeline.gpu.emulator.watch.InstructionCount;
import tapeline.gpu.ptx.KernelLine;
import tapeline.gpu.ptx.Opcode;

/// The report of a launch: counts by source line, mistakes found, text printed.
///
/// @param instructions empty after a plain launch
/// @param findings mistakes that did not end the launch; one for each kind and line
/// @param replays of races in other orders, where they were asked for
public record LaunchReport(
    String kernel,
    Dim3 grid,
    Dim3 block,
    List<InstructionCount> instructions,
    List<Finding> findings,
    List<RaceReplay> replays,
    String output) {

  /// All lines together.
  public LineReport total() {
    return LineReport.of(KernelLine.UNKNOWN, instructions);
  }

  public LineReport loads() {
    return LineReport.of(
        KernelLine.UNKNOWN, instructions.stream().filter(InstructionCount::isLoad).toList());
  }

  public LineReport stores() {
    return LineReport.of(
        KernelLine.UNKNOWN, instructions.stream().filter(InstructionCount::isStore).toList());
  }

  /// The lines that ran, in order.
  public List<LineReport> lines() {
    var byLine =
        new TreeMap<KernelLine, List<InstructionCount>>(
            Comparator.comparing(KernelLine::file).thenComparingInt(KernelLine::line));
    for (var count : instructions) {
      if (count.get(InstructionCount.EXECUTIONS) > 0) {
        byLine.computeIfAbsent(count.instruction().source(), _ -> new ArrayList<>()).add(count);
      }
    }
    return byLine.entrySet().stream().map(e -> LineReport.of(e.getKey(), e.getValue())).toList();
  }

  public Optional<LineReport> line(int line) {
    return lines().stream().filter(l -> l.source().line() == line).findFirst();
  }

  /// Instructions executed, by kind.
  public Map<Opcode.Kind, Long> kinds() {
    var kinds = new EnumMap<Opcode.Kind, Long>(Opcode.Kind.class);
    for (var count : instructions) {
      kinds.merge(
          count.instruction().opcode().kind(), count.get(InstructionCount.EXECUTIONS), Long::sum);
    }
    return kinds;
  }

  /// The costliest requests that line made, one for each of its instructions that touch memory.
  public List<AccessPattern> patterns(int line) {
    return instructions.stream()
        .filter(i -> i.instruction().source().line() == line && i.worst() != null)
        .map(i -> Objects.requireNonNull(i.worst()))
        .toList();
  }

  /// Returns the counts as a table of at most 100 columns, a row for each source line that ran,
  /// beside the line's text.
  ///
  /// Sectors and waves (wavefronts of shared memory) are those of one request: 4 sectors are the
  /// fewest for 32 floats, 1 wave means no bank conflict. `diverged` are branches at which a warp
  /// parted, of all.
  public String table(String source) {
    return table(_ -> source);
  }

  /// Returns the table of a kernel whose lines are in several files.
  ///
  /// @param sources the text of each file
  public String table(Function<String, String> sources) {
    return ReportTable.of(this, sources);
  }

  /// One line, and one for each finding.
  @Override
  public String toString() {
    var text = new StringBuilder(summary());
    findings.forEach(finding -> text.append(System.lineSeparator()).append("  ").append(finding));
    return text.toString();
  }

  private String summary() {
    String launch = "%s<<<%s, %s>>>".formatted(kernel, grid, block);
    if (instructions.isEmpty()) {
      return launch + " ran; to count what it does, launch it in Mode.COUNTERS";
    }
    var all = total();
    var parts = new ArrayList<String>();
    parts.add("%s instructions".formatted(ReportTable.amount(all.instructions())));
    parts.add(say("%.0f %% of the lanes busy", 100 * all.laneEfficiency()));
    if (all.requests() > 0) {
      parts.add(
          say("%.2f sectors a global request", all.sectorsPerRequest())
              + say(" (at best %.2f)", (double) all.idealSectors() / all.requests()));
    }
    if (all.sharedRequests() > 0) {
      parts.add(
          say("%.2f wavefronts a shared request", all.wavefrontsPerRequest())
              + say(" (at best %.2f)", (double) all.idealWavefronts() / all.sharedRequests()));
    }
    if (all.localRequests() > 0) {
      parts.add(
          "%s requests of local memory in %s sectors"
              .formatted(
                  ReportTable.amount(all.localRequests()), ReportTable.amount(all.localSectors())));
    }
    if (all.divergences() > 0) {
      parts.add("%d of %d branches diverge".formatted(all.divergences(), all.branches()));
    }
    if (all.flops() > 0) {
      parts.add(ReportTable.amount(all.flops()) + " flops");
    }
    if (all.tensorFlops() > 0) {
      parts.add(ReportTable.amount(all.tensorFlops()) + " of them on tensor cores");
    }
    return launch + ": " + String.join(", ", parts);
  }

  private static String say(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
