package tapeline.grader.peers;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.DoubleStream;
import javax.imageio.ImageIO;

/// The ratios of a comparison as a picture: a line for each row, its name at the left, the first on
/// top. A point is the median, the line through it the interval, a short upright line the goal.
/*
 * XChart has no chart of intervals with names at the left: its axes of numbers stand still for equal
 * labels, and its bars have no intervals.
 */
final class RatioPicture {
  private static final int NAMES = 480; // pixels for the names
  private static final int AXIS = 600;
  private static final int MARGIN = 20;
  private static final int TOP = 40;
  private static final int BOTTOM = 50;
  private static final int ROW = 22;
  private static final Color RATIO = new Color(0x0072B2);
  private static final Color GOAL = new Color(0xD55E00);
  private static final Color GRID = new Color(0xDDDDDD);
  private static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);

  private final List<PeerResult> results;
  private final int low; // powers of ten at both ends of the axis
  private final int high;
  private final BufferedImage image;
  private final Graphics2D pen;

  private RatioPicture(List<PeerResult> results) {
    this.results = results;
    low = (int) Math.floor(ends(results).min().orElse(0));
    high = (int) Math.ceil(ends(results).max().orElse(0));
    image =
        new BufferedImage(
            NAMES + AXIS + 2 * MARGIN,
            TOP + ROW * results.size() + BOTTOM,
            BufferedImage.TYPE_INT_RGB);
    pen = image.createGraphics();
  }

  /// Returns the picture as PNG.
  ///
  /// @param results one at least
  /// @throws IOException where the machine has no fonts
  static byte[] png(String title, List<PeerResult> results) throws IOException {
    var picture = new RatioPicture(results);
    try {
      picture.draw(title);
    } catch (Error e) { // what AWT throws there
      throw new IOException(e.getMessage(), e);
    }
    var png = new ByteArrayOutputStream();
    ImageIO.write(picture.image, "png", png);
    return png.toByteArray();
  }

  /// Returns the powers of ten of all that is drawn, and of 1.
  private static DoubleStream ends(List<PeerResult> results) {
    return results.stream()
        .flatMapToDouble(RatioPicture::drawn)
        .filter(ratio -> !Double.isNaN(ratio))
        .map(Math::log10);
  }

  private static DoubleStream drawn(PeerResult r) {
    var ratio = r.together().ratio();
    return DoubleStream.of(1, ratio.value(), ratio.low(), ratio.high(), r.goal());
  }

  private void draw(String title) {
    pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    pen.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    pen.setColor(Color.WHITE);
    pen.fillRect(0, 0, image.getWidth(), image.getHeight());
    text(TEXT.deriveFont(Font.BOLD, 14f), title, NAMES + AXIS / 2, TOP / 2, 0.5);
    axis();
    for (int row = 0; row < results.size(); row++) row(row, results.get(row));
  }

  /// Draws a line for 1, 2 and 5 times each power of ten, and the number below it.
  private void axis() {
    int bottom = TOP + ROW * results.size();
    for (int power = low; power <= high; power++) {
      for (int digit : new int[] {1, 2, 5}) {
        double ratio = digit * Math.pow(10, power);
        if (power < high || digit == 1) {
          pen.setColor(ratio == 1 ? Color.DARK_GRAY : GRID);
          line(x(ratio), TOP, x(ratio), bottom, 1);
          var number = ratio >= 1 ? "" + (long) ratio : "" + (float) ratio;
          text(TEXT, number, (int) x(ratio), bottom + 18, 0.5);
        }
      }
    }
    var words = "times the peer's time (point: median, line: 95 % interval, upright line: goal)";
    text(TEXT, words, NAMES + AXIS / 2, bottom + 38, 0.5);
  }

  private void row(int row, PeerResult r) {
    int y = TOP + ROW * row + ROW / 2;
    var name = "%02d  %s %s · %s".formatted(r.module(), r.op(), r.shape(), r.peer());
    text(TEXT, name, NAMES - MARGIN / 2, y + 4, 1);
    var ratio = r.together().ratio();
    pen.setColor(RATIO);
    if (!Double.isNaN(ratio.low())) line(x(ratio.low()), y, x(ratio.high()), y, 3);
    pen.fill(new Ellipse2D.Double(x(ratio.value()) - 4, y - 4, 8, 8));
    if (!Double.isNaN(r.goal())) {
      pen.setColor(GOAL);
      line(x(r.goal()), y - 8, x(r.goal()), y + 8, 3);
    }
  }

  private double x(double ratio) {
    return NAMES + AXIS * (Math.log10(ratio) - low) / Math.max(1, high - low);
  }

  private void line(double x0, double y0, double x1, double y1, float width) {
    pen.setStroke(new BasicStroke(width));
    pen.draw(new Line2D.Double(x0, y0, x1, y1));
  }

  /// Writes text that begins, is in the middle or ends at x, as the share says.
  private void text(Font font, String words, int x, int y, double share) {
    pen.setFont(font);
    pen.setColor(Color.BLACK);
    pen.drawString(words, (int) (x - share * pen.getFontMetrics().stringWidth(words)), y);
  }
}
