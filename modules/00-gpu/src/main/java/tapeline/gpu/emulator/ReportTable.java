package tapeline.gpu.emulator;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// The cost of each source line of a kernel, as lines of text.
final class ReportTable {
  private static final int WIDTH = 100;

  private ReportTable() {}

  /// @param sources the text of each file; a line of another file than the first has its name
  static String of(LaunchReport report, Function<String, String> sources) {
    var texts = new HashMap<String, List<String>>();
    String main = report.lines().isEmpty() ? "" : report.lines().getFirst().source().file();
    var table = new StringBuilder();
    add(
        table,
        "line",
        "instr",
        "lanes",
        "flops",
        "sectors",
        "waves",
        "diverged",
        "flop/B",
        "source");
    for (var line : report.lines()) {
      int number = line.source().line();
      String file = line.source().file();
      var text = texts.computeIfAbsent(file, f -> sources.apply(f).lines().toList());
      boolean known = number >= 1 && number <= text.size();
      String shown = file.equals(main) ? "" : file.substring(file.lastIndexOf('/') + 1) + ": ";
      add(table, String.valueOf(number), line, known ? shown + text.get(number - 1).strip() : "");
    }
    add(table, "all", report.total(), "");
    return table.toString();
  }

  private static void add(StringBuilder table, String name, LineReport line, String text) {
    add(
        table,
        name,
        amount(line.instructions()),
        String.format(Locale.ROOT, "%.0f%%", 100 * line.laneEfficiency()),
        line.flops() == 0 ? "" : amount(line.flops()),
        rate(line.requests(), line.sectorsPerRequest()),
        rate(line.sharedRequests(), line.wavefrontsPerRequest()),
        line.branches() == 0 ? "" : amount(line.divergences()) + "/" + amount(line.branches()),
        line.flops() == 0 ? "" : rate(line.sectors(), line.intensity()),
        text);
  }

  private static void add(StringBuilder table, Object... cells) {
    String row = "%4s %6s %5s %7s %7s %5s %9s %6s  %s".formatted(cells).stripTrailing();
    table.append(row.length() <= WIDTH ? row : row.substring(0, WIDTH - 1) + "…");
    table.append(System.lineSeparator());
  }

  private static String rate(long requests, double value) {
    return requests == 0 ? "" : String.format(Locale.ROOT, "%.2f", value);
  }

  /// A number in at most six characters: `4096`, `12.3k`, `134.2M`.
  static String amount(long n) {
    return n < 10_000
        ? String.valueOf(n)
        : n < 1_000_000
            ? String.format(Locale.ROOT, "%.1fk", n / 1e3)
            : n < 1_000_000_000
                ? String.format(Locale.ROOT, "%.1fM", n / 1e6)
                : String.format(Locale.ROOT, "%.1fG", n / 1e9);
  }
}
