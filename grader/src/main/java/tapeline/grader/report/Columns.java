package tapeline.grader.report;

import java.util.ArrayList;
import java.util.List;
import tapeline.grader.result.Verdict;

/// The aligned lines of exercises, or of modules: symbol, number, title, verdict, how many, points.
final class Columns {
  private static final int TITLE = 40;

  private record Row(
      Verdict verdict, String id, String title, String state, String count, String points) {}

  private final List<Row> rows = new ArrayList<>();

  void add(Verdict verdict, String id, String title, String state, String count, String points) {
    rows.add(new Row(verdict, id, title, state, count, points));
  }

  /// Adds a line a row; colours do not disturb the alignment.
  void addTo(List<String> lines, TerminalOptions options) {
    int id = 0;
    int title = 0;
    int state = 0;
    int count = 0;
    int points = 0;
    for (var r : rows) {
      id = Math.max(id, r.id.length());
      title = Math.max(title, Math.min(TITLE, r.title.length()));
      state = Math.max(state, r.state.length());
      count = Math.max(count, r.count.length());
      points = Math.max(points, r.points.length());
    }
    for (var r : rows) {
      var tone = Tone.of(r.verdict);
      var line = new StringBuilder("  ");
      line.append(tone.paint(Words.symbol(r.verdict, options.utf8()), options.colour()))
          .append(' ');
      if (id > 0) {
        line.append(Lines.pad(r.id, id)).append("  ");
      }
      line.append(Lines.pad(Lines.clip(r.title, TITLE, options.utf8()), title)).append("  ");
      line.append(tone.paint(Lines.pad(r.state, state), options.colour())).append("  ");
      line.append(Lines.padLeft(r.count, count)).append("   ");
      line.append(Lines.padLeft(r.points, points));
      lines.add(line.toString());
    }
  }
}
