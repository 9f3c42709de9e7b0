package tapeline.instructor.board.command;

import java.util.List;
import tapeline.instructor.board.BoardEvent;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.board.BoardText;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.Ranking;
import tapeline.toolkit.TextTable;

/// The rankings as a table for a terminal.
public final class RankingText {
  private static final int ROWS = 10;
  private static final int LONGEST = 28;

  private RankingText() {}

  public static String of(List<BoardEvent> events, BoardStore store) {
    var entries = store.entries();
    var judged = store.judgements().all();
    var text = new StringBuilder();
    int without = 0;
    for (var event : events) {
      var ranking = Ranking.of(event, entries, judged);
      without += ranking.unranked().size();
      if (ranking.rows().isEmpty()) {
        continue;
      }
      var table = TextTable.of(event.event().title(), "rank", "ratio", "interval");
      for (var row : ranking.rows().stream().limit(ROWS).toList()) {
        var s = row.score();
        table.row(
            BoardText.line(row.entry().team(), LONGEST),
            row.shownRanks(),
            BoardWords.ratio(s.ratio()),
            s.level() == 1
                ? "counted"
                : BoardWords.ratio(s.low()) + " to " + BoardWords.ratio(s.high()));
      }
      if (ranking.rows().size() > ROWS) {
        table.note("and %d more".formatted(ranking.rows().size() - ROWS));
      }
      if (!ranking.tooFewForks().isEmpty()) {
        table.note(ranking.tooFewForks());
      }
      text.append('\n').append(table);
    }
    if (without > 0) {
      var what = without == 1 ? "1 entry has" : without + " entries have";
      text.append("\n%s no place; the pages say why.\n".formatted(what));
    }
    return text.toString();
  }
}
