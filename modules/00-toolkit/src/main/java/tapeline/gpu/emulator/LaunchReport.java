package tapeline.gpu.emulator;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.SourceLine;

/// What a launch did: counts by source line, mistakes found, text printed.
///
/// @param instructions empty after a plain launch
/// @param findings mistakes that did not end the launch; one for each kind and line
public record LaunchReport(
    String kernel,
    Dim grid,
    Dim block,
    List<InstructionCount> instructions,
    List<Finding> findings,
    String output) {

  /// All lines together.
  public LineReport total() {
    return LineReport.of(SourceLine.UNKNOWN, instructions);
  }

  public LineReport loads() {
    return LineReport.of(
        SourceLine.UNKNOWN, instructions.stream().filter(InstructionCount::isLoad).toList());
  }

  public LineReport stores() {
    return LineReport.of(
        SourceLine.UNKNOWN,
        instructions.stream().filter(i -> i.instruction().opcode() == Opcode.ST).toList());
  }

  /// The lines that ran, in order.
  public List<LineReport> lines() {
    var byLine =
        new TreeMap<SourceLine, List<InstructionCount>>(
            java.util.Comparator.comparing(SourceLine::file).thenComparing(SourceLine::line));
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
        .map(i -> java.util.Objects.requireNonNull(i.worst()))
        .toList();
  }

  /// The counts as a table, a row for each source line that ran, beside the line's text.
  public String table(String source) {
    List<String> text = source.lines().toList();
    var table =
        new StringBuilder(
            "%5s %12s %6s %12s %8s %8s %8s %10s  %s%n"
                .formatted(
                    "line",
                    "instructions",
                    "lanes",
                    "flops",
                    "sectors",
                    "shared",
                    "diverge",
                    "flop/byte",
                    "source"));
    for (var line : lines()) {
      int number = line.source().line();
      row(
          table,
          String.valueOf(number),
          line,
          number >= 1 && number <= text.size() ? text.get(number - 1).strip() : "");
    }
    row(table, "all", total(), "");
    return table.toString();
  }

  private static void row(StringBuilder table, String name, LineReport line, String text) {
    table.append(
        String.format(
            Locale.ROOT,
            "%5s %,12d %5.0f%% %,12d %8s %8s %8s %10s  %s%n",
            name,
            line.instructions(),
            100 * line.laneEfficiency(),
            line.flops(),
            rate(line.requests(), line.sectorsPerRequest()),
            rate(line.sharedRequests(), line.wavefrontsPerRequest()),
            line.branches() == 0 ? "" : "%d/%d".formatted(line.divergences(), line.branches()),
            rate(line.sectors(), line.intensity()),
            text));
  }

  private static String rate(long requests, double value) {
    return requests == 0 ? "" : String.format(Locale.ROOT, "%.2f", value);
  }

  @Override
  public String toString() {
    var all = total();
    var text =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%s %s×%s: %,d instructions, lanes %.0f %%, %.2f sectors a request, %.2f wavefronts"
                    + " a shared request, %,d flops",
                kernel,
                grid,
                block,
                all.instructions(),
                100 * all.laneEfficiency(),
                all.sectorsPerRequest(),
                all.wavefrontsPerRequest(),
                all.flops()));
    findings.forEach(finding -> text.append(System.lineSeparator()).append("  ").append(finding));
    return text.toString();
  }
}
