package tapeline.grader.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import tapeline.grader.result.Verdict;

/// The aligned lines of exercises, or of modules: symbol, number, title, verdict, how many, points.
final class Columns {
  private static final int TITLE = 40;
  private static final int SYMBOL = 4;

  private record Row(
      Verdict verdict, String id, String title, String state, String count, String points) {

    Row withoutNoun() {
      return new Row(verdict, id, title, state, count.replaceFirst(" .*", ""), points);
    }
  }

  private final List<Row> rows = new ArrayList<>();

  void add(Verdict verdict, String id, String title, String state, String count, String points) {
    rows.add(new Row(verdict, id, title, state, count, points));
  }

  /// Adds a line a row, or more where a title needs them; colours do not disturb the alignment.
  /// Where the terminal is narrow, counts lose their nouns.
  void addTo(List<String> lines, TerminalOptions options) {
    if (besideTitle() + Math.min(TITLE, longest(Row::title)) > options.width()) {
      rows.replaceAll(Row::withoutNoun);
    }
    int word =
        rows.stream()
            .flatMap(r -> Arrays.stream(r.title.split(" ", -1)))
            .mapToInt(String::length)
            .max()
            .orElse(0);
    int room = Math.max(word, Math.min(TITLE, options.width() - besideTitle()));
    int title = Math.min(longest(Row::title), room);
    int id = beforeTitle();
    int state = longest(Row::state);
    int count = longest(Row::count);
    int points = longest(Row::points);
    for (var r : rows) {
      var tone = Tone.of(r.verdict);
      var parts = Lines.wrap(r.title, title, 0);
      var line = new StringBuilder("  ");
      line.append(tone.paint(Words.symbol(r.verdict, options.utf8()), options.colour()))
          .append(' ')
          .append(Lines.pad(r.id, id - SYMBOL));
      line.append(Lines.pad(parts.getFirst(), title)).append("  ");
      line.append(tone.paint(Lines.pad(r.state, state), options.colour())).append("  ");
      line.append(Lines.padLeft(r.count, count)).append("   ");
      line.append(Lines.padLeft(r.points, points));
      lines.add(line.toString());
      parts.stream().skip(1).forEach(part -> lines.add(" ".repeat(id) + part));
    }
  }

  private int beforeTitle() {
    int id = longest(Row::id);
    return SYMBOL + (id > 0 ? id + 2 : 0);
  }

  private int besideTitle() {
    int behind = longest(Row::state) + longest(Row::count) + longest(Row::points);
    return beforeTitle() + 2 + behind + 2 + 3;
  }

  private int longest(Function<Row, String> cell) {
    return rows.stream().mapToInt(r -> cell.apply(r).length()).max().orElse(0);
  }
}
