package tapeline.tests.toolkit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.w3c.dom.Element;

/// The graph in a picture by [GraphPicture], read back from its text: boxes, and arrows that are
/// followed from their heads back to where they start.
public record DrawnGraph(
    int width, int height, List<Box> boxes, List<Edge> edges, List<Point> heads) {
  private static final Pattern EDGE =
      Pattern.compile("M(\\d+) (\\d+)H(\\d+)C\\d+ \\d+ \\d+ \\d+ (\\d+) (\\d+)");
  private static final Pattern HEAD = Pattern.compile("M(\\d+) (\\d+)l-8 -4v8z");

  /// A box; `texts` are its title, its tag, and each row's label and text.
  public record Box(String look, int x, int y, int width, int height, List<String> texts) {
    public String title() {
      return texts.getFirst();
    }

    public String tag() {
      return texts.get(1);
    }

    public Map<String, String> rows() {
      var rows = new LinkedHashMap<String, String>();
      for (int i = 2; i < texts.size(); i += 2) {
        rows.put(texts.get(i), texts.get(i + 1));
      }
      return rows;
    }

    /// The height of the space between this box and `other`, below 0 where they overlap.
    int gap(Box other) {
      return Math.max(other.y - y - height, y - other.y - other.height);
    }

    private boolean reaches(int height) {
      return y < height && height < y + this.height;
    }
  }

  public record Point(int x, int y) {}

  /// A part of an arrow, within one column and on to the next.
  public record Edge(Point from, int bend, Point to) {
    boolean startsAtBox() {
      return from.x == bend;
    }
  }

  public static DrawnGraph of(String text) {
    var root = Svg.parse(text);
    var boxes = new ArrayList<Box>();
    for (var rect : Svg.all(root, "rect")) {
      boxes.add(
          new Box(
              rect.getAttribute("class"),
              number(rect, "x"),
              number(rect, "y"),
              number(rect, "width"),
              number(rect, "height"),
              texts(rect)));
    }
    var edges = new ArrayList<Edge>();
    var heads = new ArrayList<Point>();
    for (var path : Svg.all(root, "path")) {
      var edge = EDGE.matcher(path.getAttribute("d"));
      var head = HEAD.matcher(path.getAttribute("d"));
      if (edge.matches()) {
        var from = point(edge.group(1), edge.group(2));
        edges.add(new Edge(from, parse(edge.group(3)), point(edge.group(4), edge.group(5))));
      } else if (head.matches()) {
        heads.add(point(head.group(1), head.group(2)));
      } else {
        throw new AssertionError("neither an edge nor a head: " + path.getAttribute("d"));
      }
    }
    return new DrawnGraph(number(root, "width"), number(root, "height"), boxes, edges, heads);
  }

  public Box box(String title) {
    return only(boxes.stream().filter(b -> b.title().equals(title)).toList(), title);
  }

  /// The titles of the boxes whose arrows arrive at this box, from the top.
  public List<String> operands(Box box) {
    return heads.stream()
        .filter(head -> head.x + 1 == box.x && box.reaches(head.y))
        .sorted(Comparator.comparingInt(Point::y))
        .map(head -> way(head).getLast())
        .map(this::start)
        .map(Box::title)
        .toList();
  }

  /// The parts of the arrow with this head, from the head back.
  List<Edge> way(Point head) {
    var way = new ArrayList<Edge>();
    var end = new Point(head.x - 7, head.y); // a head is 8 wide, its tip 1 off the box
    do {
      var to = end;
      way.add(only(edges.stream().filter(e -> e.to.equals(to)).toList(), "edge to " + to));
      end = way.getLast().from;
    } while (!way.getLast().startsAtBox());
    return way;
  }

  /// The titles by column from the left, each column's in alphabetical order.
  List<List<String>> columns() {
    var columns = new TreeMap<Integer, TreeSet<String>>();
    for (var box : boxes) {
      columns.computeIfAbsent(box.x, _ -> new TreeSet<>()).add(box.title());
    }
    return columns.values().stream().map(List::copyOf).toList();
  }

  private Box start(Edge edge) {
    var from = edge.from;
    return only(
        boxes.stream().filter(b -> b.x + b.width == from.x && b.reaches(from.y)).toList(),
        "box with its right side at " + from);
  }

  private static List<String> texts(Element rect) {
    var texts = new ArrayList<String>();
    for (var next = rect.getNextSibling(); next != null; next = next.getNextSibling()) {
      if (next instanceof Element e) {
        if (!e.getTagName().equals("text")) break;
        texts.add(e.getTextContent());
      }
    }
    return texts;
  }

  private static <T> T only(List<T> found, String what) {
    if (found.size() != 1) {
      throw new AssertionError("one expected: " + what + ", got " + found);
    }
    return found.getFirst();
  }

  private static Point point(String x, String y) {
    return new Point(parse(x), parse(y));
  }

  private static int number(Element element, String attribute) {
    return parse(element.getAttribute(attribute));
  }

  private static int parse(String number) {
    return Integer.parseInt(number);
  }
}
