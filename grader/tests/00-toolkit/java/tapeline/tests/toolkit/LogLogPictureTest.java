package tapeline.tests.toolkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import tapeline.tests.Seeds;
import tapeline.toolkit.LogLogPicture;

class LogLogPictureTest {
  private static final double CHARACTER = 6.3;

  private static LogLogPicture empty() {
    return new LogLogPicture("Roofs <&>", "FLOPs a byte", "GFLOP/s");
  }

  /// The words beside the points, with the boxes that they take.
  private static List<Rectangle2D> labels(Element root, String prefix) {
    return Svg.all(root, "text").stream()
        .filter(text -> text.getTextContent().startsWith(prefix))
        .map(text -> {
          double width = CHARACTER * text.getTextContent().length();
          double x = Double.parseDouble(text.getAttribute("x")) - width / 2;
          double y = Double.parseDouble(text.getAttribute("y")) - 9;
          return (Rectangle2D) new Rectangle2D.Double(x, y, width, 11);
        })
        .toList();
  }

  private static LogLogPicture crowd(int points) {
    var random = Seeds.random("crowd");
    var picture = empty().line("roof", new double[] {0.01, 10, 1000}, new double[] {0.1, 100, 100});
    for (int i = 0; i < points; i++) {
      double x = Math.exp(Seeds.uniform(random, -3, 6));
      picture.point("point " + i, "group " + i % 3, x, 0.5 * Math.min(10 * x, 100));
    }
    return picture;
  }

  @Test
  void thirty_labels_do_not_cover_each_other_or_a_point() {
    var root = Svg.parse(crowd(30).picture().svg());
    var labels = labels(root, "point ");
    assertThat(labels).as("labels of 30 points").hasSize(30);
    for (int i = 0; i < labels.size(); i++) {
      for (int k = 0; k < i; k++) {
        assertThat(labels.get(i).intersects(labels.get(k)))
            .as("label %d covers label %d", i, k)
            .isFalse();
      }
    }
    for (var dot : Svg.all(root, "circle")) {
      double x = Double.parseDouble(dot.getAttribute("cx"));
      double y = Double.parseDouble(dot.getAttribute("cy"));
      assertThat(labels).as("labels over the dot at %s, %s", x, y).noneMatch(l -> l.contains(x, y));
    }
  }

  @Test
  void labels_stay_inside_the_picture() {
    var root = Svg.parse(crowd(30).picture().svg());
    var all =
        new Rectangle2D.Double(
            0,
            0,
            Double.parseDouble(root.getAttribute("width")),
            Double.parseDouble(root.getAttribute("height")));
    assertThat(labels(root, "point ")).as("the boxes of the labels").allMatch(all::contains);
  }

  @Test
  void equal_factors_are_equally_far_apart() {
    var picture = empty();
    for (double x : new double[] {0.1, 1, 10, 100}) picture.point("p", "g", x, 3 * x);
    var dots = Svg.all(Svg.parse(picture.picture().svg()), "circle");
    double[] at =
        dots.stream() // the first is the legend's
            .skip(1)
            .mapToDouble(dot -> Double.parseDouble(dot.getAttribute("cx")))
            .toArray();
    assertThat(IntStream.range(1, 4).mapToDouble(i -> at[i] - at[i - 1]))
        .as("the distances of 0.1, 1, 10 and 100 on the x-axis")
        .allSatisfy(d -> assertThat(d).isBetween(at[1] - at[0] - 0.11, at[1] - at[0] + 0.11));
  }

  @Test
  void a_line_from_right_to_left_has_its_name_at_its_right_end() {
    var svg = empty().line("peak", new double[] {100, 1}, new double[] {7, 7}).picture().svg();
    var name =
        Svg.all(Svg.parse(svg), "text").stream()
            .filter(text -> text.getTextContent().equals("peak"))
            .findFirst()
            .orElseThrow();
    assertThat(name.getAttribute("class")).as("the class of the name").contains("end");
    assertThat(((Element) name.getParentNode()).getAttribute("transform"))
        .as("the name is level, not upside down")
        .contains("rotate(0.00)");
  }

  @Test
  void a_name_stands_below_its_line_where_another_line_passes_above() {
    var picture =
        empty()
            .line("fast", new double[] {0.01, 1}, new double[] {1.1, 110})
            .line("slow", new double[] {0.01, 1}, new double[] {1, 100});
    var texts = Svg.all(Svg.parse(picture.picture().svg()), "text");
    for (var line : List.of("fast", "slow")) {
      assertThat(texts)
          .filteredOn(text -> text.getTextContent().equals(line))
          .as("the height of the name %s over its line", line)
          .allSatisfy(text ->
              assertThat(text.getAttribute("y").startsWith("-")).isEqualTo(line.equals("fast")));
    }
  }

  @Test
  void names_of_lines_that_lie_on_each_other_do_not() {
    var picture = empty();
    for (var core : List.of("one core", "all cores", "a card")) {
      picture.line(core, new double[] {100, 1}, new double[] {7, 7});
    }
    assertThat(Svg.all(Svg.parse(picture.picture().svg()), "text"))
        .filteredOn(text -> text.getAttribute("class").contains("name"))
        .extracting(text -> Math.round(Double.parseDouble(text.getAttribute("y")) / 12))
        .as("the heights of three names beside one line, in their own height")
        .hasSize(3)
        .doesNotHaveDuplicates();
  }

  @Test
  void what_xml_reserves_is_escaped() {
    var root = Svg.parse(empty().point("<x>", "a & b", 1, 1).picture().svg());
    assertThat(Svg.all(root, "title").getFirst().getTextContent())
        .as("the title, for screen readers")
        .isEqualTo("Roofs <&>");
    assertThat(labels(root, "<x>")).as("the label <x>").hasSize(1);
  }

  @Test
  void what_has_no_logarithm_is_refused() {
    assertThatThrownBy(() -> empty().point("copy", "g", 0, 3))
        .hasMessage("logarithmic axes show numbers above 0, got (0.0, 3.0) for \"copy\"");
    assertThatThrownBy(() -> empty().line("l", new double[] {1}, new double[] {1}))
        .hasMessage("line \"l\" needs two points or more, as many y as x, got 1 x and 1 y");
    var ends = new double[] {1, 2};
    assertThatThrownBy(() -> empty().line("l", ends, ends).line("l", ends, ends))
        .hasMessage("lines have names of their own, got a second \"l\"");
    assertThatThrownBy(() -> empty().picture())
        .hasMessage("\"Roofs <&>\" has no line and no point");
  }
}
