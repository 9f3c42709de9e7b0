package tapeline.gpu.chart;

import java.util.ArrayList;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tapeline.gpu.emulator.replay.OrderedRun;
import tapeline.gpu.emulator.replay.RaceReplay;
import tapeline.gpu.emulator.replay.Touch;
import tapeline.toolkit.HtmlText;
import tapeline.toolkit.Picture;

/// A picture of a race in two orders: a row for each warp, and its accesses to the race's place
/// from left to right in the order in which they came.
public final class ReplayChart {
  private static final int MARGIN = 10;
  private static final int LETTER = 8; // the width of one, at most
  private static final int PITCH = 26; // from warp to warp
  private static final int HIGH = 20;
  private static final int TOP = 62; // of the first run

  private static final String STYLE =
      """
      <style>
      .tape-race { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
      .tape-race { background: #ffffff }
      .tape-race text { fill: #1f2328 }
      .tape-race .title { font-size: 13px; font-weight: 700 }
      .tape-race line { stroke: #b4bcc5 }
      .tape-race .reads { fill: #dbeefa; stroke: #0072b2 }
      .tape-race .writes, .tape-race .updates { fill: #f9dfc6; stroke: #d55e00 }
      @media (prefers-color-scheme: dark) {
        .tape-race { background: #111111 }
        .tape-race text { fill: #f0f6fc }
        .tape-race line { stroke: #59636e }
        .tape-race .reads { fill: #12324a; stroke: #3d9bd4 }
        .tape-race .writes, .tape-race .updates { fill: #4d2f14; stroke: #e08a4a }
      }
      </style>
      """;

  private final RaceReplay replay;
  private final List<OrderedRun> runs;
  private final Formatter out = new Formatter(Locale.ROOT);
  private final int left; // of the first access
  private final int cell; // an access's width

  private ReplayChart(RaceReplay replay) {
    this.replay = replay;
    runs = new ArrayList<>(List.of(replay.asWritten()));
    replay.other().ifPresent(runs::add);
    left = 24 + LETTER * longest(replay.rows(replay.asWritten()).keySet().stream());
    cell =
        24 + LETTER * longest(runs.stream().flatMap(r -> r.touches().stream().map(Touch::label)));
  }

  /// The race as a picture: as it is written, and in the order that gives another result, if there
  /// is one.
  public static Picture of(RaceReplay replay) {
    return new Picture(new ReplayChart(replay).svg());
  }

  private String svg() {
    int cells = runs.stream().mapToInt(run -> run.touches().size()).max().orElse(0);
    int words = LETTER * longest(runs.stream().map(OrderedRun::heading));
    int width = Math.max(left + cells * cell, words) + 2 * MARGIN;
    int height = TOP + runs.size() * panel() + MARGIN;
    var title = "%s; %s; %s".formatted(finding(), replay.missing(), words());
    out.format("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tape-race\" role=\"img\"");
    out.format(" width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\">\n", width, height);
    out.format("<title>%s</title>\n%s", HtmlText.escape(title), STYLE);
    text("title", MARGIN, 20, finding());
    text("", MARGIN, 40, replay.missing() + (replay.differs() ? "" : "; " + replay.why()));
    for (int i = 0; i < runs.size(); i++) {
      draw(runs.get(i), TOP + i * panel());
    }
    return out.format("</svg>\n").toString();
  }

  private static int longest(Stream<String> texts) {
    return texts.mapToInt(String::length).max().orElse(0);
  }

  private String finding() {
    return replay.finding().source() + ": " + replay.finding().kind();
  }

  private int panel() {
    return 34 + PITCH * replay.rows(replay.asWritten()).size();
  }

  /// All that the rows show, run by run, in the order of the accesses.
  private String words() {
    var words = new ArrayList<String>();
    for (var run : runs) {
      var touches = run.touches().stream().map(t -> replay.who(t) + " line " + t.label()).toList();
      words.add(run.heading() + ": " + String.join(", ", touches));
    }
    return String.join("; ", words);
  }

  private void draw(OrderedRun run, int top) {
    text("title", MARGIN, top + 12, run.heading());
    int y = top + 20;
    for (var row : replay.rows(run).entrySet()) {
      text("", MARGIN, y + 15, row.getKey());
      int end = left + run.touches().size() * cell;
      out.format("<line x1=\"%d\" y1=\"%2$d\" x2=\"%3$d\" y2=\"%2$d\"/>\n", left, y + 10, end);
      for (int i = 0; i < row.getValue().size(); i++) {
        if (!row.getValue().get(i).isEmpty()) {
          int x = left + i * cell;
          out.format("<rect class=\"%s\" x=\"%d\"", run.touches().get(i).verb(), x + 4);
          out.format(" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\"/>\n", y, cell - 8, HIGH);
          text("", x + 10, y + 14, row.getValue().get(i));
        }
      }
      y += PITCH;
    }
  }

  private void text(String look, int x, int y, String text) {
    out.format(
        "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", look, x, y, HtmlText.escape(text));
  }
}
