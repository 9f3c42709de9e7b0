package tapeline.laboratory.milestone;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.knowm.xchart.XYChart;
import tapeline.toolkit.Charts;
import tapeline.toolkit.TextTable;
import tapeline.toolkit.WholeFile;

/// A chart that is drawn anew while its points come: a file `picture.png`, and beside it
/// `picture.txt`, which says in words what it shows.
///
/// Each of the files is replaced as a whole, so a reader never meets half of one.
final class Drawing {
  private static final long PAUSE = 500_000_000; // nanoseconds from one drawing to the next

  private final Path folder;
  private final Map<String, List<double[]>> lines = new LinkedHashMap<>();
  private final Map<String, Double> levels = new LinkedHashMap<>();
  private String title = "";
  private String xTitle = "";
  private String yTitle = "";
  private boolean dots;
  private long drawn;

  /// @param folder where the files go; it exists
  Drawing(Path folder) {
    this.folder = folder;
  }

  /// Begins a chart, whose axes have these names.
  void begin(String title, String xTitle, String yTitle) {
    this.title = title;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
    lines.clear();
    levels.clear();
    dots = false;
  }

  /// Points are dots from here on, joined by nothing.
  void dots() {
    dots = true;
  }

  /// A dashed line across the chart at `y`.
  void level(String name, double y) {
    levels.put(name, y);
  }

  /// A point more on the line of this name, which goes from left to right; drawn at once if the
  /// last drawing is half a second old.
  void add(String line, double x, double y) {
    lines.computeIfAbsent(line, _ -> new ArrayList<>()).add(new double[] {x, y});
    if (System.nanoTime() - drawn > PAUSE) {
      draw();
    }
  }

  /// Draws what has come. What is not finite is left out, and a chart of nothing is not drawn.
  void draw() {
    drawn = System.nanoTime();
    var chart = Charts.linear(title, xTitle, yTitle);
    lines.forEach((name, points) -> {
      var finite = finite(points);
      if (!finite.isEmpty()) {
        double[] xs = column(finite, 0);
        double[] ys = column(finite, 1);
        var _ = dots ? Charts.points(chart, name, xs, ys) : Charts.line(chart, name, xs, ys);
      }
    });
    if (lines.values().stream().anyMatch(points -> !finite(points).isEmpty())) {
      addLevels(chart);
      put("picture.txt", file -> Files.writeString(file, words() + "\n", UTF_8));
      put("picture.png", file -> Charts.write(chart, file)); // last: a notebook looks for it
    }
  }

  private void addLevels(XYChart chart) {
    var xs = lines.values().stream().flatMap(p -> finite(p).stream()).mapToDouble(p -> p[0]);
    var range = xs.summaryStatistics();
    levels.forEach((name, y) -> {
      double[] ends = {range.getMin(), range.getMax()};
      Charts.dashed(chart, name, ends, new double[] {y, y});
    });
  }

  /// The chart in words: a screen reader says them.
  String words() {
    var all =
        lines.entrySet().stream()
            .filter(line -> !finite(line.getValue()).isEmpty())
            .map(line -> {
              var points = finite(line.getValue());
              return "%s goes from %s to %s"
                  .formatted(
                      line.getKey(), number(points.getFirst()[1]), number(points.getLast()[1]));
            })
            .collect(Collectors.toCollection(ArrayList::new));
    levels.forEach((name, y) -> all.add("%s is at %s".formatted(name, number(y))));
    return "Chart \"%s\": %s by %s; %s.".formatted(title, yTitle, xTitle, String.join(", ", all));
  }

  /// Writes the number that came, whole or not at all.
  void result(double number) {
    put("number.txt", file -> Files.writeString(file, number + "\n", UTF_8));
  }

  private static List<double[]> finite(List<double[]> points) {
    return points.stream()
        .filter(p -> Double.isFinite(p[0]) && Double.isFinite(p[1]))
        .sorted(Comparator.comparingDouble(p -> p[0]))
        .toList();
  }

  private static double[] column(List<double[]> points, int axis) {
    return points.stream().mapToDouble(p -> p[axis]).toArray();
  }

  private static String number(double value) {
    return TextTable.number(value, 3);
  }

  private void put(String name, WholeFile.Content content) {
    try {
      WholeFile.write(folder.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + name + " in " + folder, e);
    }
  }
}
