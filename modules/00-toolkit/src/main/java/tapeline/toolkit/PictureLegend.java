package tapeline.toolkit;

import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/// Draws what the SVG pictures have in common: texts, and groups that have a colour and a name in a
/// legend each. A name that is pointed at, or has the focus, leaves its group alone in full colour.
///
/// A legend's entry, and what belongs to a group, have the class `g0`, `g1` and so on.
final class PictureLegend {
  /// Okabe and Ito's, which people with any colour vision tell apart.
  private static final List<String> COLOURS =
      List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9");

  private static final double CHARACTER = 6.3; // 10.5 pixels high, 0.6 wide
  private static final int LINE = 18;

  private PictureLegend() {}

  /// Returns the rules for the colours of so many groups, and for the legend of a picture of this
  /// class, which makes faint what has the class `part` and is of another group.
  static String style(String picture, String part, int groups) {
    var rules = new Formatter(Locale.ROOT);
    rules.format(".%s .legend { cursor: pointer }\n", picture);
    for (int g = 0; g < groups; g++) {
      var colour =
          g < COLOURS.size() ? COLOURS.get(g) : "hsl(%d 60%% 45%%)".formatted(g * 137 % 360);
      rules.format(".%s .g%d { --c: %s }\n", picture, g, colour);
      rules.format(".%1$s:has(.legend.g%2$d:is(:hover, :focus)) ", picture, g);
      rules.format(".%s:not(.g%d) { opacity: .12 }\n", part, g);
    }
    rules.format("@media (prefers-color-scheme: dark) { .%s .g0 { --c: #3d9bd4 } }\n", picture);
    return rules.toString();
  }

  /// Draws the names between two edges, as many lines as they need from 42 pixels on, and returns
  /// where the next line would stand.
  static double draw(Formatter out, List<String> names, double left, double right) {
    double at = left;
    double line = 42;
    for (int g = 0; g < names.size(); g++) {
      double width = 30 + CHARACTER * names.get(g).length();
      if (at > left && at + width > right) {
        at = left;
        line += LINE;
      }
      out.format("<g class=\"legend g%d\" tabindex=\"0\">", g);
      out.format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>", at + 4, line - 4);
      text(out, "", at + 13, line, names.get(g));
      out.format("</g>\n");
      at += width;
    }
    return line + LINE;
  }

  /// Draws a text of this class.
  static void text(Formatter out, String look, double x, double y, String text) {
    out.format("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", look, x, y);
    out.format("%s</text>\n", HtmlText.escape(text));
  }
}
