package tapeline.toolkit;

import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import tapeline.toolkit.GraphLayout.Link;

/// Draws a small directed acyclic graph as an SVG: boxes in columns, operands to the left of their
/// results.
///
/// ```java
/// var x = new Node(Look.INPUT, "x", "#0", List.of(new Row("value", "3")), List.of());
/// var y = new Node(Look.STEP, "SQUARE", "#1", List.of(new Row("value", "9")), List.of(0));
/// var svg = GraphPicture.svg("y = x²", List.of(x, y));
/// ```
///
/// The text is a file of its own and can stand within a page as well. It is legible on white and on
/// dark, and the same for the same graph, byte by byte.
public final class GraphPicture {
  private static final int MOST = 100;
  private static final int MARGIN = 8;
  private static final int PADDING = 11;
  private static final int LINE = 17;
  private static final double CHARACTER = 7.25; // 12 pixels high, 0.6 wide, in most fixed fonts
  private static final int ACROSS = 42; // from column to column
  private static final int HEAD = 8;

  private static final String STYLE =
      """
      <style>
      .tape-graph { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
      .tape-graph text { fill: #1f2328 }
      .tape-graph .title { font-weight: 700 }
      .tape-graph .faint { fill: #59636e }
      .tape-graph .second { fill: #b04a00 }
      .tape-graph .end { text-anchor: end }
      .tape-graph rect { stroke-width: 1.5 }
      .tape-graph .input { fill: #e5f2fb; stroke: #0072b2 }
      .tape-graph .step { fill: #ffffff; stroke: #b4bcc5 }
      .tape-graph .fixed { fill: #f4f6f8; stroke: #8c959f; stroke-dasharray: 4 3 }
      .tape-graph .edge { fill: none; stroke: #848d97; stroke-width: 1.5 }
      .tape-graph .head { fill: #848d97 }
      @media (prefers-color-scheme: dark) {
        .tape-graph text { fill: #f0f6fc }
        .tape-graph .faint { fill: #9da5ae }
        .tape-graph .second { fill: #f5a65b }
        .tape-graph .input { fill: #0d2b45; stroke: #56b4e9 }
        .tape-graph .step { fill: #1a2029; stroke: #59636e }
        .tape-graph .fixed { fill: #14181f; stroke: #6e7781 }
      }
      </style>
      """;

  private GraphPicture() {}

  /// How a box looks: `INPUT` stands out, `STEP` is plain, `FIXED` is grey and dashed.
  public enum Look {
    INPUT,
    STEP,
    FIXED
  }

  /// A line in a box: its label to the left, its text to the right.
  public record Row(String label, String text) {}

  /// A box: title and tag on its first line, then the rows, the second of them in a colour.
  ///
  /// @param operands the places of earlier nodes in the list of nodes; their arrows arrive in this
  ///   order, the first on top
  public record Node(Look look, String title, String tag, List<Row> rows, List<Integer> operands) {
    /// Copies `rows` and `operands`.
    public Node {
      rows = List.copyOf(rows);
      operands = List.copyOf(operands);
    }

    int height() {
      return 2 * PADDING + LINE * rows.size() + 12;
    }

    /// The characters in the longest line.
    private int letters() {
      var rest = rows.stream().mapToInt(row -> row.label().length() + 2 + row.text().length());
      return Math.max(title.length() + 2 + tag.length(), rest.max().orElse(0));
    }
  }

  /// The SVG of the graph; `title` is what a screen reader says. A dozen nodes fit a page; the time
  /// grows with the columns that edges pass, to a second or two for 100 nodes.
  ///
  /// @throws IllegalArgumentException when there are not 1 to 100 nodes, or an operand does not
  ///   come before its node
  public static String svg(String title, List<Node> nodes) {
    if (nodes.isEmpty() || nodes.size() > MOST) {
      throw new IllegalArgumentException(
          "a picture needs 1 to %d nodes, got %d".formatted(MOST, nodes.size()));
    }
    int letters = nodes.stream().mapToInt(Node::letters).max().orElseThrow();
    int width = 2 * PADDING + (int) (letters * CHARACTER);
    int step = width + ACROSS;
    var spots = GraphLayout.of(nodes);
    double top = spots.stream().mapToDouble(s -> s.y - s.half()).min().orElseThrow() - MARGIN;
    for (var spot : spots) spot.y -= top;
    int last = spots.stream().mapToInt(s -> s.column).max().orElseThrow();
    double bottom = spots.stream().mapToDouble(s -> s.y + s.half()).max().orElseThrow();
    int across = 2 * MARGIN + last * step + width;
    long down = Math.round(bottom) + MARGIN;

    var out = new Formatter(Locale.ROOT);
    out.format("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tape-graph\" role=\"img\"");
    out.format(" width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\">\n", across, down);
    out.format("<title>%s</title>\n%s", HtmlText.escape(title), STYLE);
    for (var spot : spots) {
      int x = MARGIN + spot.column * step;
      for (var link : spot.in) edge(out, link, x, step);
      if (spot.node != null) box(out, spot.node, x, Math.round(spot.y - spot.half()), width);
    }
    return out.format("</svg>\n").toString();
  }

  /// An edge's way to the column at `x`: straight through the column of a bend, then an S.
  private static void edge(Formatter out, Link link, int x, int step) {
    boolean arrives = link.to().node != null;
    long y0 = Math.round(link.from().y);
    long y1 = Math.round(link.to().y + link.port());
    if (link.from().node != null && Math.abs(y1 - y0) <= 3) y0 = y1; // too little for an S
    int x0 = x - ACROSS;
    int x1 = arrives ? x - HEAD : x;
    int middle = (x0 + x1) / 2;
    int start = link.from().node == null ? x - step : x0;
    out.format("<path class=\"edge\" d=\"M%d %dH%d", start, y0, x0);
    out.format("C%1$d %2$d %1$d %3$d %4$d %3$d\"/>\n", middle, y0, y1, x1);
    if (arrives) out.format("<path class=\"head\" d=\"M%d %dl-8 -4v8z\"/>\n", x - 1, y1);
  }

  private static void box(Formatter out, Node node, int x, long y, int width) {
    out.format("<rect class=\"%s\"", node.look().name().toLowerCase(Locale.ROOT));
    out.format(" x=\"%d\" y=\"%d\" width=\"%d\"", x, y, width);
    out.format(" height=\"%d\" rx=\"8\"/>\n", node.height());
    int left = x + PADDING;
    int right = x + width - PADDING;
    long line = y + PADDING + 9;
    text(out, "title", left, line, node.title());
    text(out, "faint end", right, line, node.tag());
    line += 3;
    for (int i = 0; i < node.rows().size(); i++) {
      var row = node.rows().get(i);
      line += LINE;
      text(out, "faint", left, line, row.label());
      text(out, i == 1 ? "second end" : "end", right, line, row.text());
    }
  }

  private static void text(Formatter out, String look, int x, long y, String text) {
    out.format(
        "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", look, x, y, HtmlText.escape(text));
  }
}
