package tapeline.toolkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Draws a small directed acyclic graph as an SVG: boxes in columns, operands to the left of their
/// results.
///
/// ```java
/// var x = new Node(Look.INPUT, "x", "#0", List.of(new Row("value", "3")), List.of());
/// var y = new Node(Look.STEP, "SQUARE", "#1", List.of(new Row("value", "9")), List.of(0));
/// var svg = GraphPicture.svg("y = x²", List.of(x, y));
/// ```
///
/// The text is a file of its own and can stand within a page as well. It is legible on white and
/// on dark, and the same for the same graph, byte by byte.
public final class GraphPicture {
  private static final int MOST = 100;
  private static final int MARGIN = 8;
  private static final int PADDING = 11;
  private static final int LINE = 17;
  private static final double CHARACTER = 7.25; // 12 pixels high, 0.6 wide, in most fixed fonts
  private static final int ACROSS = 42; // from box to box
  private static final int DOWN = 18;

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

    private int height() {
      return 2 * PADDING + LINE * rows.size() + 10;
    }

    /// The characters in the longest line.
    private int letters() {
      var rest = rows.stream().mapToInt(row -> row.label().length() + 1 + row.text().length());
      return Math.max(title.length() + 1 + tag.length(), rest.max().orElse(0));
    }
  }

  /// The SVG of the graph; `title` is what a screen reader says.
  ///
  /// @throws IllegalArgumentException when there are not 1 to 100 nodes, or an operand does not
  ///   come before its node
  public static String svg(String title, List<Node> nodes) {
    if (nodes.isEmpty() || nodes.size() > MOST) {
      throw new IllegalArgumentException(
          "a picture needs 1 to %d nodes, got %d".formatted(MOST, nodes.size()));
    }
    int letters = nodes.stream().mapToInt(Node::letters).max().orElseThrow();
    return new Drawing(title, (int) (letters * CHARACTER) + 2 * PADDING).of(new Layout(nodes));
  }
}
