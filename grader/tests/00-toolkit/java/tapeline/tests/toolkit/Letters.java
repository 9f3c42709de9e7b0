package tapeline.tests.toolkit;

import java.awt.Font;
import java.awt.Shape;
import java.awt.font.FontRenderContext;
import java.awt.font.TextLayout;
import java.awt.geom.AffineTransform;
import java.awt.geom.PathIterator;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/// The words in an SVG by XChart, which draws letters as shapes: a word is there when its outline
/// is.
final class Letters {
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?(E-?\\d+)?");

  private final List<double[]> shapes;

  private Letters(List<double[]> shapes) {
    this.shapes = shapes;
  }

  /// All that is drawn in the SVG of this text.
  static Letters in(String svg) {
    return new Letters(
        Svg.all(Svg.parse(svg), "path").stream()
            .map(path -> NUMBER.matcher(path.getAttribute("d")).results())
            .map(found -> found.map(MatchResult::group).mapToDouble(Double::parseDouble).toArray())
            .toList());
  }

  /// Returns whether `text` is drawn level.
  boolean show(String text, Font font) {
    return show(text, font, 0);
  }

  /// Returns whether `text` is drawn upright, to be read from below to above.
  boolean showUpwards(String text, Font font) {
    return show(text, font, -1);
  }

  private boolean show(String text, Font font, int quarterTurns) {
    var turn = AffineTransform.getQuadrantRotateInstance(quarterTurns);
    var context = new FontRenderContext(null, false, true);
    var outline = coordinates(new TextLayout(text, font, context).getOutline(turn));
    return shapes.stream().anyMatch(shape -> near(shape, outline));
  }

  private static double[] coordinates(Shape shape) {
    var all = DoubleStream.builder();
    var segment = new double[6];
    for (var at = shape.getPathIterator(null); !at.isDone(); at.next()) {
      int points =
          switch (at.currentSegment(segment)) {
            case PathIterator.SEG_CLOSE -> 0;
            case PathIterator.SEG_QUADTO -> 2;
            case PathIterator.SEG_CUBICTO -> 3;
            default -> 1;
          };
      Arrays.stream(segment, 0, 2 * points).forEach(all);
    }
    return all.build().toArray();
  }

  private static boolean near(double[] a, double[] b) {
    if (a.length != b.length) return false;
    for (int i = 0; i < a.length; i++) {
      if (Math.abs(a[i] - b[i]) > 1e-3) return false;
    }
    return true;
  }
}
