package tapeline.instructor.board.page;

import java.util.List;
import java.util.Locale;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardText;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.Ranking.RankRow;

/// Ratio against the size of an entry's files, both logarithmic: the front consists of those that
/// no other entry beats in both.
final class FrontPicture {
  private static final int WIDTH = 520;
  private static final int HEIGHT = 330;
  private static final int LEFT = 52;
  private static final int RIGHT = 16;
  private static final int TOP = 18;
  private static final int FLOOR = 286;
  private static final int LONGEST = 18;
  private static final int CLOSE = 15;
  private static final double LETTER = 9.5; // a wide one's width, on a phone

  private final List<RankRow> rows;
  private final RatioAxis ratios;
  private final double least;
  private final double most;

  private FrontPicture(List<RankRow> rows) {
    this.rows = rows;
    this.ratios = RatioAxis.of(rows.stream().map(RankRow::score).toList());
    double low = rows.stream().mapToDouble(FrontPicture::bytes).min().orElse(1);
    double high = rows.stream().mapToDouble(FrontPicture::bytes).max().orElse(2);
    double room = Math.max(1.1, Math.pow(high / low, 0.06));
    this.least = low / room;
    this.most = high * room;
  }

  static void draw(Html html, List<RankRow> rows) {
    new FrontPicture(rows).draw(html);
  }

  private static double bytes(RankRow row) {
    return Math.max(1, row.entry().codeBytes());
  }

  private void draw(Html html) {
    var front =
        rows.stream()
            .filter(RankRow::onFront)
            .sorted((a, b) -> Double.compare(bytes(a), bytes(b)))
            .toList();
    html.raw("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"".formatted(WIDTH, HEIGHT));
    html.text(
        "Ratio against size. On the front: "
            + String.join(", ", front.stream().map(r -> r.entry().team()).toList()));
    html.raw("\">");
    axes(html);
    steps(html, front);
    for (var row : rows) {
      double ratio = row.score().ratio();
      var size = BoardWords.bytes(row.entry().codeBytes());
      var title = "%s: %s, %s".formatted(row.entry().team(), BoardWords.ratio(ratio), size);
      PictureParts.point(
          html, row.onFront(), x(bytes(row)), y(ratio), row.onFront() ? 6 : 5, title);
    }
    names(html, front);
    html.raw("</svg>");
  }

  private void axes(Html html) {
    for (double tick : ratios.ticks()) {
      double y = y(tick);
      PictureParts.line(html, "rule", LEFT, y, WIDTH - RIGHT, y);
      PictureParts.text(html, "", LEFT - 8, y + 5, "end", RatioAxis.tickText(tick));
    }
    html.raw(
        "<path class=\"frame\" d=\"M%d %dV%dH%d\"/>"
            .formatted(LEFT, TOP - 8, FLOOR, WIDTH - RIGHT));
    PictureParts.text(html, "", LEFT, FLOOR + 22, "start", BoardWords.bytes(Math.round(least)));
    PictureParts.text(
        html, "", WIDTH - RIGHT, FLOOR + 22, "end", BoardWords.bytes(Math.round(most)));
    PictureParts.text(
        html, "", (LEFT + WIDTH - RIGHT) / 2.0, FLOOR + 22, "middle", "size of the files");
  }

  /// Draws the front as steps: the best ratio stays the same until a larger entry is better.
  private void steps(Html html, List<RankRow> front) {
    if (front.isEmpty()) {
      return;
    }
    var path = new StringBuilder();
    for (var row : front) {
      double x = x(bytes(row));
      double y = y(row.score().ratio());
      path.append(String.format(Locale.ROOT, path.isEmpty() ? "M%.1f %.1f" : "H%.1fV%.1f", x, y));
    }
    html.raw("<path class=\"step\" d=\"").raw(path + "H" + (WIDTH - RIGHT)).raw("\"/>");
  }

  /// Names of the front's entries, each on the left above its point, where no other point can be:
  /// it would be better and smaller. One that would stand on another moves up, or down where there
  /// is no room above, and a line leads to its point.
  private void names(Html html, List<RankRow> front) {
    var heights = new double[front.size()];
    for (int i = 0; i < heights.length; i++) {
      double wanted = y(front.get(i).score().ratio()) - 9;
      heights[i] = i == 0 ? wanted : Math.min(wanted, heights[i - 1] - CLOSE);
    }
    double least = TOP;
    for (int i = heights.length - 1; i >= 0; i--, least += CLOSE) {
      heights[i] = Math.max(heights[i], least);
    }
    for (int i = 0; i < heights.length; i++) {
      name(html, front.get(i), heights[i]);
    }
  }

  private void name(Html html, RankRow row, double height) {
    double x = x(bytes(row));
    double y = y(row.score().ratio());
    var name = BoardText.line(row.entry().team(), LONGEST);
    double end = Math.max(x - 9, LEFT + 6 + LETTER * name.length());
    if (Math.abs(height - y) > 1.5 * CLOSE) {
      PictureParts.line(html, "rule", x, y, Math.min(x, end), height + 3);
    }
    PictureParts.text(html, "name", end, height, "end", name);
  }

  private double x(double bytes) {
    return LEFT + (WIDTH - LEFT - RIGHT) * Math.log(bytes / least) / Math.log(most / least);
  }

  private double y(double ratio) {
    return FLOOR - (FLOOR - TOP) * ratios.share(ratio);
  }
}
