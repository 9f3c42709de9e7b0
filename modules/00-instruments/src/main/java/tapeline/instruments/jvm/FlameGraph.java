package tapeline.instruments.jvm;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tapeline.toolkit.HtmlText;
import tapeline.toolkit.Picture;
import tapeline.toolkit.TextTable;

/// Stacks drawn as a flame graph (B. Gregg, *The flame graph*, CACM 59(6), 2016): a box for each
/// frame, on top of the frame that called it, as wide as its share of the samples. Callees are in
/// alphabetical order: left and right mean nothing.
///
/// The picture is an SVG of its own, without scripts; resting the pointer on a box shows its
/// numbers. The same stacks give the same text.
public final class FlameGraph {
  private static final int WIDTH = 960;
  private static final int ROW = 18;
  private static final int HEAD = 30;
  private static final double LETTER = 6.7; // the width of one, at 11 pixels
  private static final double NARROWEST = 1; // pixels; what is less wide is left out

  private final double total;
  private final double totalBefore; // 0 when there is nothing to compare with
  private final StringBuilder svg = new StringBuilder();
  private int depth;
  private double strongest; // the largest change of a share

  /// A frame below its callers, with the samples of all that it called.
  private static final class Box {
    final Map<String, Box> callees = new TreeMap<>();
    long count;
    long before;
  }

  private FlameGraph(double total, double totalBefore) {
    this.total = total;
    this.totalBefore = totalBefore;
  }

  /// The flame graph of these stacks.
  ///
  /// @throws IllegalArgumentException when there is no sample
  public static Picture of(String title, FoldedStacks stacks) {
    require(title, stacks);
    var graph = new FlameGraph(stacks.total(), 0);
    var root = tree(stacks, new FoldedStacks(new TreeMap<>()));
    graph.measure(root, 0);
    return graph.page(title, root, stacks.total() + " samples");
  }

  /// The flame graph of `after`, in which a frame is red when its share is larger than it was
  /// before, blue when it is smaller: shares, so that one recording may be longer than the other.
  /// Frames that are gone altogether have no box; a line says how large a share is gone.
  public static Picture difference(String title, FoldedStacks before, FoldedStacks after) {
    require(title, before);
    require(title, after);
    long gone =
        before.counts().entrySet().stream()
            .filter(e -> after.counts().getOrDefault(e.getKey(), 0L) == 0)
            .mapToLong(Map.Entry::getValue)
            .sum();
    var graph = new FlameGraph(after.total(), before.total());
    var root = tree(after, before);
    graph.measure(root, 0);
    var note =
        "red: a larger share than before, blue: a smaller one, by %s points at most; gone: %s of before"
            .formatted(
                pixels(100 * graph.strongest),
                TextTable.percent((double) gone / before.total(), 1));
    return graph.page(title, root, note);
  }

  private static void require(String title, FoldedStacks stacks) {
    if (stacks.total() == 0) {
      throw new IllegalArgumentException(
          "a flame graph needs at least one sample, got none: " + title);
    }
  }

  private static Box tree(FoldedStacks after, FoldedStacks before) {
    var root = new Box();
    after.counts().forEach((stack, count) -> add(root, stack, count, 0));
    before.counts().forEach((stack, count) -> add(root, stack, 0, count));
    return root;
  }

  private static void add(Box root, String stack, long count, long before) {
    var box = root;
    box.count += count;
    box.before += before;
    for (var frame : stack.split(";", -1)) {
      box = box.callees.computeIfAbsent(frame, _ -> new Box());
      box.count += count;
      box.before += before;
    }
  }

  private Picture page(String title, Box root, String note) {
    int height = HEAD + depth * ROW + ROW + 8;
    draw("all", root, 0, 0);
    var text =
        String.format(
            Locale.ROOT,
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" role="img">
            <title>%3$s</title>
            <style>text { font: 11px monospace; fill: #1f2328 } .title { font: bold 14px sans-serif }</style>
            <rect width="100%%" height="100%%" fill="#ffffff"/>
            <text class="title" x="4" y="19">%3$s</text>
            %4$s<text x="4" y="%5$d">%6$s</text>
            </svg>
            """,
            WIDTH,
            height,
            HtmlText.escape(title),
            svg,
            height - 6,
            note);
    return new Picture(text);
  }

  /// How many frames stand on each other, and the largest change of a share.
  private void measure(Box box, int row) {
    if (WIDTH * box.count / total >= NARROWEST) {
      depth = Math.max(depth, row + 1);
      strongest = Math.max(strongest, Math.abs(change(box)));
      box.callees.values().forEach(callee -> measure(callee, row + 1));
    }
  }

  private double change(Box box) {
    return totalBefore == 0 ? 0 : box.count / total - box.before / totalBefore;
  }

  private void draw(String name, Box box, int row, double x) {
    double width = WIDTH * box.count / total;
    if (width < NARROWEST) {
      return;
    }
    int y = HEAD + (depth - 1 - row) * ROW;
    svg.append(
        String.format(
            Locale.ROOT,
            "<g><title>%s: %s</title><rect x=\"%s\" y=\"%d\" width=\"%s\" height=\"%d\" fill=\"%s\" stroke=\"#ffffff\"/>",
            HtmlText.escape(name),
            numbers(box),
            pixels(x),
            y,
            pixels(width),
            ROW,
            fill(name, box)));
    var label = label(name, (int) ((width - 6) / LETTER));
    if (!label.isEmpty()) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%s\" y=\"%d\">%s</text>",
              pixels(x + 3),
              y + 13,
              HtmlText.escape(label)));
    }
    svg.append("</g>\n");
    double at = x;
    for (var callee : box.callees.entrySet()) {
      draw(callee.getKey(), callee.getValue(), row + 1, at);
      at += WIDTH * callee.getValue().count / total;
    }
  }

  /// The part of a name for which so many letters have room: all, the part behind the last point,
  /// the beginning of that, nothing.
  private static String label(String name, int room) {
    if (name.length() <= room) {
      return name;
    }
    var method = name.substring(name.lastIndexOf('.') + 1);
    if (method.length() <= room) {
      return method;
    }
    return room < 3 ? "" : method.substring(0, room - 1) + "…";
  }

  private String numbers(Box box) {
    var share = TextTable.percent(box.count / total, 1);
    return totalBefore == 0
        ? box.count + " samples, " + share
        : "%s, before %s".formatted(share, TextTable.percent(box.before / totalBefore, 1));
  }

  /// Warm colours that tell neighbours apart, or the change of the share.
  private String fill(String name, Box box) {
    if (totalBefore == 0) {
      int shade = Math.floorMod(name.hashCode(), 60);
      return "#%02x%02x%02x".formatted(255, 150 + shade, 80 + shade);
    }
    int fade = strongest == 0 ? 0 : (int) Math.round(170 * Math.abs(change(box)) / strongest);
    int pale = 245 - fade;
    return change(box) > 0
        ? "#%02x%02x%02x".formatted(245, pale, pale)
        : "#%02x%02x%02x".formatted(pale, pale, 245);
  }

  private static String pixels(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
