package tapeline.toolkit;

import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;

/// Finds places for the labels of points, so that none covers a point, a line's name or another
/// label.
///
/// Each label tries places around its point, near ones first, and takes the one where it covers
/// least; then all are tried again, each beside the others' places, until none moves.
final class LabelPlacement {
  private static final int DIRECTIONS = 16;
  private static final double[] DISTANCES = {0, 8, 18, 30, 44, 60, 80, 104};
  private static final int ROUNDS = 6;
  private static final double DOT = 5; // half the side of what a point covers
  private static final double HEIGHT = 13;

  private final Rectangle2D frame;
  private final List<Line2D> lines;
  private final List<Rectangle2D> fixed = new ArrayList<>();
  private final List<Label> labels = new ArrayList<>();

  /// A text of some width beside the point (x, y), with its place.
  static final class Label {
    final double x;
    final double y;
    final double width;
    Rectangle2D box = new Rectangle2D.Double();

    private Label(double x, double y, double width) {
      this.x = x;
      this.y = y;
      this.width = width;
    }

    /// From the point to the nearest place of the label.
    Line2D leader() {
      return new Line2D.Double(
          x,
          y,
          Math.clamp(x, box.getMinX(), box.getMaxX()),
          Math.clamp(y, box.getMinY(), box.getMaxY()));
    }
  }

  /// @param frame that no label leaves
  /// @param lines that a label should not cross
  LabelPlacement(Rectangle2D frame, List<Line2D> lines) {
    this.frame = frame;
    this.lines = lines;
  }

  /// Keeps labels away from here.
  void avoid(Rectangle2D place) {
    fixed.add(place);
  }

  /// Adds a point with a label of this width.
  void add(double x, double y, double width) {
    avoid(new Rectangle2D.Double(x - DOT, y - DOT, 2 * DOT, 2 * DOT));
    labels.add(new Label(x, y, width));
  }

  /// The labels in the order in which they were added, placed. O(n²) for n of them.
  List<Label> place() {
    boolean moved = true;
    for (int round = 0; round < ROUNDS && moved; round++) {
      moved = false;
      for (var label : labels) {
        var before = label.box;
        label.box = best(label);
        moved |= !label.box.equals(before);
      }
    }
    return labels;
  }

  private Rectangle2D best(Label label) {
    Rectangle2D best = label.box;
    double least = Double.POSITIVE_INFINITY;
    for (double distance : DISTANCES) {
      for (int d = 0; d < DIRECTIONS; d++) {
        double angle = 2 * Math.PI * d / DIRECTIONS;
        double x = label.x + (label.width / 2 + DOT + 2 + distance) * Math.cos(angle);
        double y = label.y + (HEIGHT / 2 + DOT + distance) * Math.sin(angle);
        var box = new Rectangle2D.Double(x - label.width / 2, y - HEIGHT / 2, label.width, HEIGHT);
        double cost = distance + covered(label, box);
        if (frame.contains(box) && cost < least) {
          least = cost;
          best = box;
        }
      }
    }
    return best;
  }

  private double covered(Label label, Rectangle2D box) {
    double cost = 0;
    for (var place : fixed) cost += 10 * overlap(place, box);
    for (var other : labels) {
      if (other != label) {
        cost += 10 * overlap(other.box, box) + (box.intersectsLine(other.leader()) ? 40 : 0);
      }
    }
    for (var line : lines) cost += line.intersects(box) ? 12 : 0;
    return cost;
  }

  private static double overlap(Rectangle2D a, Rectangle2D b) {
    var both = a.createIntersection(b);
    return both.isEmpty() ? 0 : both.getWidth() * both.getHeight();
  }
}
