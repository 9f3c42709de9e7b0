package tapeline.instructor.board.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardText;
import tapeline.instructor.board.Ranking;
import tapeline.instructor.board.RunTable.Ranks;

/// The ranks of teams in an event at the end of each run: a line a team, and the reach of its rank
/// interval behind it.
final class HistoryPicture {
  private static final int WIDTH = 520;
  private static final int LEFT = 34;
  private static final int RIGHT = 176;
  private static final int TOP = 20;
  private static final int ROW = 36;
  private static final int TEAMS = 8;
  private static final int RUNS = 30;
  private static final int LONGEST = 17;

  private final List<Integer> runs;
  private final Map<String, List<Ranks>> teams;
  private final Map<String, String> names;
  private final int highest;
  private final int lowest;

  private HistoryPicture(
      List<Integer> runs, Map<String, List<Ranks>> teams, Map<String, String> names) {
    this.runs = runs;
    this.teams = teams;
    this.names = names;
    var all = teams.values().stream().flatMap(List::stream).toList();
    this.highest = all.stream().mapToInt(Ranks::best).min().orElse(1);
    this.lowest = all.stream().mapToInt(Ranks::worst).max().orElse(1);
  }

  /// Returns the picture of the first teams whose entries the view has; empty where there is no
  /// history of them.
  static Optional<HistoryPicture> of(BoardView view, Ranking ranking) {
    var history =
        view.history().stream().filter(r -> r.event().equals(ranking.event().hash())).toList();
    var all = history.stream().map(Ranks::run).distinct().toList();
    var runs = all.subList(Math.max(0, all.size() - RUNS), all.size());
    var teams = new LinkedHashMap<String, List<Ranks>>();
    var names = new HashMap<String, String>();
    var keys =
        view.entries().stream().collect(Collectors.toMap(BoardEntry::hash, BoardEntry::teamKey));
    var ofTeams =
        history.stream()
            .filter(r -> runs.contains(r.run()))
            .collect(Collectors.groupingBy(r -> keys.getOrDefault(r.entry(), "")));
    for (var row : ranking.rows()) {
      var key = row.entry().teamKey();
      var its = ofTeams.get(key);
      if (its != null && teams.size() < TEAMS) {
        teams.put(key, its);
        names.put(key, row.entry().team());
      }
    }
    return runs.size() > 1 && !teams.isEmpty()
        ? Optional.of(new HistoryPicture(runs, teams, names))
        : Optional.empty();
  }

  void draw(Html html) {
    int height = TOP + ROW * (lowest - highest + 1) + 26;
    html.raw("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"".formatted(WIDTH, height));
    html.text("Ranks at the end of %d runs".formatted(runs.size())).raw("\">");
    for (int rank = highest; rank <= lowest; rank++) {
      PictureParts.line(html, "rule", LEFT, y(rank), WIDTH - RIGHT, y(rank));
      PictureParts.text(html, "", LEFT - 10, y(rank) + 5, "end", Integer.toString(rank));
    }
    int i = 0;
    var taken = new HashMap<Long, Integer>();
    for (var team : teams.values()) {
      team(html, team, i++ < 3, taken);
    }
    PictureParts.text(html, "", LEFT, height - 6, "start", "run " + runs.getFirst());
    PictureParts.text(html, "", WIDTH - RIGHT, height - 6, "end", "run " + runs.getLast());
    html.raw("</svg>");
  }

  private void team(Html html, List<Ranks> ranks, boolean leading, Map<Long, Integer> taken) {
    var line = new StringBuilder();
    var above = new StringBuilder();
    var below = new ArrayList<String>();
    for (var r : ranks) {
      double x = x(r.run());
      double middle = y((r.best() + r.worst()) / 2.0);
      line.append(String.format(Locale.ROOT, "%s%.1f %.1f", line.isEmpty() ? "M" : "L", x, middle));
      above.append(
          String.format(
              Locale.ROOT, "%s%.1f %.1f", above.isEmpty() ? "M" : "L", x, y(r.best()) - 5));
      below.addFirst(String.format(Locale.ROOT, "L%.1f %.1f", x, y(r.worst()) + 5));
    }
    if (leading) {
      html.raw("<path class=\"reach\" d=\"").raw(above + String.join("", below) + "Z\"/>");
    }
    html.raw("<path class=\"track").raw(leading ? "" : " other").raw("\" d=\"" + line + "\"/>");
    var last = ranks.getLast();
    double y = y((last.best() + last.worst()) / 2.0);
    PictureParts.point(html, leading, x(last.run()), y, 4, "");
    // Teams that share a rank share a line of text.
    int place = taken.merge(Math.round(y), 1, Integer::sum);
    if (place == 1) {
      var sharing =
          teams.entrySet().stream()
              .filter(t ->
                  Math.round(
                          y((t.getValue().getLast().best() + t.getValue().getLast().worst()) / 2.0))
                      == Math.round(y))
              .map(t -> names.getOrDefault(t.getKey(), ""))
              .toList();
      var words = BoardText.line(sharing.getFirst(), sharing.size() > 1 ? LONGEST - 6 : LONGEST);
      var more = sharing.size() > 1 ? " + " + (sharing.size() - 1) : "";
      PictureParts.text(html, "name", x(last.run()) + 12, y + 5, "start", words + more);
    }
  }

  private double x(int run) {
    int i = runs.indexOf(run);
    return LEFT + 8 + (WIDTH - RIGHT - LEFT - 16) * i / (runs.size() - 1.0);
  }

  private double y(double rank) {
    return TOP + ROW * (rank - highest + 0.5);
  }
}
