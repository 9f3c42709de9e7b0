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
  private static final int CLOSE = 24;

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

  /// As long as no larger entry is better, the front stays where it is.
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

  /// Names of the front's entries, unless they would stand on one another.
  private void names(Html html, List<RankRow> front) {
    double lastY = Double.NEGATIVE_INFINITY;
    for (var row : front.reversed()) {
      double x = x(bytes(row));
      double y = y(row.score().ratio());
      if (y - lastY < CLOSE) {
        continue;
      }
      boolean left = x > 0.6 * WIDTH;
      var name = BoardText.line(row.entry().team(), LONGEST);
      PictureParts.text(
          html,
          "name",
          x + (left ? -11 : 11),
          y - 9 < TOP ? y + 20 : y - 9,
          left ? "end" : "start",
          name);
      lastY = y;
    }
  }

  private double x(double bytes) {
    return LEFT + (WIDTH - LEFT - RIGHT) * Math.log(bytes / least) / Math.log(most / least);
  }

  private double y(double ratio) {
    return FLOOR - (FLOOR - TOP) * ratios.share(ratio);
  }
}
