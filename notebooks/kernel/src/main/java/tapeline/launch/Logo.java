package tapeline.launch;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.RenderingHints;
import java.awt.geom.Arc2D;
import java.awt.geom.Path2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;

/// The kernel's picture in Jupyter: three slots of a tape, and the walk back over them.
final class Logo {
  private static final Color SLOT = new Color(0x2a6f97);
  private static final Color WALK = new Color(0xe07a1f);

  private Logo() {}

  /// A square picture of this many pixels, on nothing.
  static BufferedImage draw(int size) {
    var image = new BufferedImage(size, size, BufferedImage.TYPE_INT_ARGB);
    var g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    g.scale(size / 64.0, size / 64.0);
    g.setColor(SLOT);
    for (int slot = 0; slot < 3; slot++) {
      g.fill(new RoundRectangle2D.Double(4 + 20 * slot, 38, 16, 18, 5, 5));
    }
    g.setColor(WALK);
    g.setStroke(new BasicStroke(4, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    g.draw(new Arc2D.Double(12, 12, 40, 36, 0, 165, Arc2D.OPEN));
    var head = new Path2D.Double();
    head.moveTo(5, 22);
    head.lineTo(12, 34);
    head.lineTo(20, 23);
    head.closePath();
    g.fill(head);
    g.dispose();
    return image;
  }
}
