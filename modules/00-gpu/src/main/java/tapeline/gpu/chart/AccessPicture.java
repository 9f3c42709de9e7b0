package tapeline.gpu.chart;

import java.util.Formatter;
import java.util.Locale;
import java.util.stream.IntStream;
import tapeline.gpu.GpuLimits;
import tapeline.toolkit.Picture;

/// Draws a request: lanes to the left, a line from each to the row that serves it, and the rows
/// with their words. Eight lanes share a colour, as they share a sector when all is well; a word
/// fetched for no thread is orange. It has a ground of its own: the page's may be light where the
/// reader's system is dark, and the other way round.
final class AccessPicture {
  private static final int MARGIN = 10;
  private static final int TITLE = 20;
  private static final int TOP = 78; // of the first lane
  private static final int PITCH = 16; // from lane to lane
  private static final int HIGH = 14; // a lane's box, and a word's
  private static final int LANE = 26; // its width
  private static final int ACROSS = 96; // the lines' part
  private static final int LEFT = MARGIN + LANE + ACROSS; // of the rows
  private static final int WARP = 32;

  private static final String STYLE =
      """
      <style>
      .tape-warp { font: 10px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
      .tape-warp { background: #ffffff }
      .tape-warp text { fill: #1f2328 }
      .tape-warp .title { font-size: 13px; font-weight: 700 }
      .tape-warp .where { font-size: 12px }
      .tape-warp .faint { fill: #59636e }
      .tape-warp .middle { text-anchor: middle }
      .tape-warp path { fill: none; stroke-width: 1.3 }
      .tape-warp rect { stroke-width: 1 }
      .tape-warp .absent, .tape-warp .idle { fill: none; stroke: #b4bcc5 }
      .tape-warp .waste { fill: #f9dfc6; stroke: #e0a36a }
      .tape-warp rect.g0 { fill: #0072b2 } .tape-warp path.g0 { stroke: #0072b2 }
      .tape-warp rect.g1 { fill: #4cc3a0 } .tape-warp path.g1 { stroke: #009e73 }
      .tape-warp rect.g2 { fill: #dc9abd } .tape-warp path.g2 { stroke: #cc79a7 }
      .tape-warp rect.g3 { fill: #82c8f0 } .tape-warp path.g3 { stroke: #56b4e9 }
      .tape-warp rect.many { fill: #59636e }
      .tape-warp text.on { fill: #10151b } .tape-warp text.on0 { fill: #ffffff }
      @media (prefers-color-scheme: dark) {
        .tape-warp { background: #111111 }
        .tape-warp text { fill: #f0f6fc }
        .tape-warp .faint { fill: #9da5ae }
        .tape-warp .absent, .tape-warp .idle { stroke: #59636e }
        .tape-warp .waste { fill: #4d2f14; stroke: #9a5c22 }
        .tape-warp path.g0 { stroke: #3d9bd4 }
      }
      </style>
      """;

  private final AccessLayout layout;
  private final Formatter out = new Formatter(Locale.ROOT);
  private final int word; // the width of a word's box
  private final int words; // in a row

  private AccessPicture(AccessLayout layout) {
    this.layout = layout;
    boolean shared = layout.pattern().shared();
    this.word = shared ? 21 : 36;
    this.words = shared ? WARP : GpuLimits.SECTOR_BYTES / 4;
  }

  static Picture of(AccessLayout layout) {
    return new Picture(new AccessPicture(layout).svg());
  }

  private String svg() {
    int right = LEFT + words * word;
    int last = layout.pattern().shared() ? 76 : 92; // the column of wavefronts or addresses
    int width = Math.max(right + last, 520);
    int height = TOP + WARP * PITCH + MARGIN;
    out.format("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tape-warp\" role=\"img\"");
    out.format(" width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\">\n", width, height);
    out.format("<title>%s. %s</title>\n%s", layout.where(), layout.sentence(), STYLE);
    text("title", MARGIN, TITLE, layout.sentence());
    text("where", MARGIN, TITLE + 18, layout.where());
    text("faint", MARGIN, TOP - 6, "lane");
    IntStream.range(0, WARP).forEach(this::line);
    IntStream.range(0, WARP).forEach(this::lane);
    heading(right);
    IntStream.range(0, layout.rows().size()).forEach(this::row);
    return out.format("</svg>\n").toString();
  }

  private void line(int lane) {
    int row = layout.row(lane);
    if (row >= 0) {
      int from = MARGIN + LANE;
      int middle = from + ACROSS / 2;
      out.format("<path class=\"g%d\" d=\"M%d %d", lane / 8, from, laneTop(lane) + HIGH / 2);
      out.format("C%1$d %2$d %1$d %3$d ", middle, laneTop(lane) + HIGH / 2, top(row) + HIGH / 2);
      out.format("%d %d\"/>\n", LEFT - 1, top(row) + HIGH / 2);
    }
  }

  private void lane(int lane) {
    boolean takesPart = layout.pattern().takesPart(lane);
    box(takesPart ? "g" + lane / 8 : "absent", MARGIN, laneTop(lane), LANE);
    var look = takesPart ? (lane < 8 ? "on0" : "on") : "faint";
    text(look + " middle", MARGIN + LANE / 2, laneTop(lane) + 11, String.valueOf(lane));
  }

  /// The heading above the first row: the numbers of banks, or the bytes of a sector.
  private void heading(int right) {
    int line = top(0) - 6;
    boolean shared = layout.pattern().shared();
    int step = shared ? 4 : 1;
    for (int i = 0; i < words; i += step) {
      var label = shared ? (i == 0 ? "bank 0" : "" + i) : (i == 0 ? "byte 0" : "" + 4 * i);
      text("faint middle", LEFT + i * word + (i == 0 ? 18 : word / 2), line, label);
    }
    text("faint", right + 6, line, shared ? "wavefront" : "sector at");
  }

  private void row(int number) {
    var row = layout.rows().get(number);
    int top = top(number);
    for (int i = 0; i < words; i++) {
      int lanes = row.served().get(i);
      int left = LEFT + i * word;
      box(look(lanes), left, top, word);
      if (lanes != 0) {
        var on = "on" + (look(lanes).matches("g0|many") ? "0" : "");
        text(on + " middle", left + word / 2, top + 11, AccessChart.label(lanes));
      }
    }
    boolean shared = layout.pattern().shared();
    var at =
        shared
            ? "" + (row.at() + 1)
            : String.format(Locale.ROOT, "+%,d", row.at()).replace(',', '\u2009');
    text("faint", LEFT + words * word + 6, top + 11, at);
  }

  private String look(int lanes) {
    if (lanes == 0) {
      return layout.isWasteful() ? "waste" : "idle";
    }
    int first = Integer.numberOfTrailingZeros(lanes) / 8;
    int last = (31 - Integer.numberOfLeadingZeros(lanes)) / 8;
    return first == last ? "g" + first : "many";
  }

  private static int laneTop(int lane) {
    return TOP + lane * PITCH;
  }

  /// Rows share the height of the lanes, so that a lane's row is beside it where the order is kept.
  private int top(int row) {
    double share = (double) WARP * PITCH / layout.rows().size();
    return TOP + (int) ((row + 0.5) * share) - PITCH / 2;
  }

  private void box(String look, int x, int y, int width) {
    out.format("<rect class=\"%s\" x=\"%d\" y=\"%d\"", look, x, y);
    out.format(" width=\"%d\" height=\"%d\" rx=\"2\"/>\n", width - 1, HIGH);
  }

  private void text(String look, int x, int y, String text) {
    out.format("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", look, x, y, text);
  }
}
