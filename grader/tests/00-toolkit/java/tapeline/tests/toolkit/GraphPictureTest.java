package tapeline.tests.toolkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.tests.Locales;
import tapeline.tests.Seeds;
import tapeline.toolkit.GraphPicture;
import tapeline.toolkit.GraphPicture.Look;
import tapeline.toolkit.GraphPicture.Node;
import tapeline.toolkit.GraphPicture.Row;

class GraphPictureTest {
  private static final List<Row> ROWS = List.of(new Row("value", "9"), new Row("gradient", "1"));

  @Test
  void a_box_says_what_its_node_does() {
    var box = drawn(new Node(Look.STEP, "SQUARE", "#7", ROWS, List.of())).box("SQUARE");
    assertThat(box.tag()).as("the tag").isEqualTo("#7");
    assertThat(box.rows()).as("the rows").isEqualTo(Map.of("value", "9", "gradient", "1"));
  }

  @Test
  void boxes_look_as_they_are_told() {
    var looks = Stream.of(Look.values()).map(look -> new Node(look, "n", "#0", ROWS, List.of()));
    assertThat(drawn(looks.toArray(Node[]::new)).boxes())
        .as("the classes of the boxes INPUT, STEP and FIXED")
        .extracting(DrawnGraph.Box::look)
        .containsExactlyInAnyOrder("input", "step", "fixed");
  }

  @Test
  void the_second_row_is_in_a_colour() {
    var root = Svg.parse(svg(new Node(Look.STEP, "n", "#0", ROWS, List.of())));
    assertThat(Svg.all(root, "text"))
        .as("the texts of the class that has a colour")
        .filteredOn(text -> text.getAttribute("class").contains("second"))
        .extracting(text -> text.getTextContent())
        .containsExactly("1");
  }

  @Test
  void what_xml_reserves_is_escaped_everywhere() {
    var reserved = "<a> & <b>";
    var rows = List.of(new Row(reserved, reserved));
    var svg =
        GraphPicture.svg(
            reserved, List.of(new Node(Look.STEP, reserved, reserved, rows, List.of())));
    var box = DrawnGraph.of(svg).boxes().getFirst();
    assertThat(box.texts())
        .as("title, tag, label and text of the box")
        .containsExactly(reserved, reserved, reserved, reserved);
    assertThat(Svg.all(Svg.parse(svg), "title").getFirst().getTextContent())
        .as("the picture's title, for screen readers")
        .isEqualTo(reserved);
  }

  @Test
  void a_box_holds_its_longest_line() {
    var titled = drawn(new Node(Look.STEP, "x".repeat(60), "#0", ROWS, List.of()));
    assertThat(titled.boxes().getFirst().width())
        .as("60 + 2 + 2 characters, each 7.2 wide")
        .isGreaterThan(64 * 7);
    var row = new Row("value", "9".repeat(55));
    var filled = drawn(new Node(Look.STEP, "n", "#0", List.of(row), List.of()));
    assertThat(filled.boxes().getFirst().width())
        .as("5 + 2 + 55 characters, each 7.2 wide")
        .isGreaterThan(62 * 7);
  }

  @Test
  void a_node_stands_a_column_behind_the_last_of_its_operands() {
    var drawn = drawn(node("a"), node("b", 0), node("c", 1), node("d", 2, 0), node("e", 0));
    assertThat(drawn.columns())
        .as("the columns of a, b(a), c(b), d(c, a), e(a), by longest path")
        .containsExactly(List.of("a"), List.of("b", "e"), List.of("c"), List.of("d"));
  }

  @Test
  void a_node_without_operands_stands_just_before_its_first_use() {
    var drawn =
        drawn(
            node("a"),
            node("b", 0),
            node("late"),
            node("c", 1, 2),
            node("unused"),
            node("d", 3, 2));
    assertThat(drawn.columns())
        .as("the columns of a, b(a), late, c(b, late), unused, d(c, late)")
        .containsExactly(List.of("a", "unused"), List.of("b", "late"), List.of("c"), List.of("d"));
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void arrows_lead_from_operands_to_their_node_in_order_and_nowhere_else(List<Node> nodes) {
    var drawn = DrawnGraph.of(GraphPicture.svg("g", nodes));
    assertThat(drawn.boxes()).as("a box for each node").hasSameSizeAs(nodes);
    for (var node : nodes) {
      assertThat(drawn.operands(drawn.box(node.title())))
          .as("where the arrows to %s come from, the first on top", node)
          .isEqualTo(node.operands().stream().map(k -> nodes.get(k).title()).toList());
    }
    assertThat(drawn.heads().stream().mapToInt(head -> drawn.way(head).size()).sum())
        .as("the parts of arrows that lead to a box: all that are drawn")
        .isEqualTo(drawn.edges().size());
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void boxes_keep_apart_and_within_the_picture(List<Node> nodes) {
    var drawn = DrawnGraph.of(GraphPicture.svg("g", nodes));
    for (var box : drawn.boxes()) {
      assertThat(box.x()).as("left of %s", box).isBetween(8, drawn.width() - 8 - box.width());
      assertThat(box.y()).as("top of %s", box).isBetween(8, drawn.height() - 8 - box.height());
      assertThat(drawn.boxes())
          .as("the boxes in the column of %s, and the space between", box)
          .filteredOn(other -> !other.equals(box) && other.x() == box.x())
          .allSatisfy(other -> assertThat(box.gap(other)).isGreaterThan(15));
    }
  }

  @Test
  void a_chain_is_straight() {
    var drawn = drawn(node("a"), node("b", 0), node("c", 1), node("d", 2));
    assertThat(drawn.boxes())
        .as("the boxes of a, b(a), c(b), d(c)")
        .extracting(DrawnGraph.Box::y)
        .containsOnly(8);
  }

  @Test
  void arrows_do_not_cross_without_need() {
    var drawn = drawn(node("a"), node("b"), node("c"), node("c'", 2), node("b'", 1), node("a'", 0));
    assertThat(fromTop(drawn, "a'", "b'", "c'"))
        .as("the users of a, b and c, recorded the other way round")
        .isEqualTo(fromTop(drawn, "a", "b", "c").stream().map(title -> title + "'").toList());
  }

  @Test
  void a_picture_is_the_same_on_every_computer() {
    var nodes =
        List.of(node("a"), new Node(Look.INPUT, "i", "#1", ROWS, List.of()), node("b", 0, 1));
    var here = GraphPicture.svg("g", nodes);
    assertThat(Locales.each(() -> GraphPicture.svg("g", nodes)))
        .as("the picture, by default locale")
        .allSatisfy((_, there) -> assertThat(there).isEqualTo(here));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 101})
  void a_picture_has_1_to_100_nodes(int count) {
    var nodes = IntStream.range(0, count).mapToObj(i -> node("n" + i)).toList();
    assertThatThrownBy(() -> GraphPicture.svg("g", nodes))
        .as("the picture of %d nodes", count)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a picture needs 1 to 100 nodes, got " + count);
  }

  @Test
  void a_picture_of_100_nodes_is_drawn() {
    var chain =
        IntStream.range(0, 100).mapToObj(i -> i == 0 ? node("n0") : node("n" + i, i - 1)).toList();
    assertThat(DrawnGraph.of(GraphPicture.svg("g", chain)).columns())
        .as("the columns of a chain of 100")
        .hasSize(100);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1, 2, 7})
  void an_operand_comes_before_its_node(int operand) {
    assertThatThrownBy(() -> drawn(node("a"), node("b", operand), node("c")))
        .as("node 1 of 3 with operand %d", operand)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "an operand comes before its node, got operand %d of node 1".formatted(operand));
  }

  /// Random graphs of 1 to 16 nodes, with 0 to 3 operands each, some of them twice.
  static Stream<List<Node>> graphs() {
    var random = Seeds.random("graphs");
    return IntStream.rangeClosed(1, 16).mapToObj(size -> graph(random, size));
  }

  private static List<Node> graph(Random random, int size) {
    var nodes = new ArrayList<Node>();
    for (int i = 0; i < size; i++) {
      var operands =
          random.ints(i == 0 ? 0 : random.nextInt(4), 0, Math.max(1, i)).boxed().toList();
      var rows = ROWS.subList(0, random.nextInt(3));
      nodes.add(new Node(Look.STEP, "node " + i, "#" + i, rows, operands));
    }
    return nodes;
  }

  private static Node node(String title, Integer... operands) {
    return new Node(Look.STEP, title, "#", ROWS, List.of(operands));
  }

  private static List<String> fromTop(DrawnGraph drawn, String... titles) {
    return Stream.of(titles)
        .sorted(Comparator.comparingInt(title -> drawn.box(title).y()))
        .toList();
  }

  private static String svg(Node... nodes) {
    return GraphPicture.svg("a graph", List.of(nodes));
  }

  private static DrawnGraph drawn(Node... nodes) {
    return DrawnGraph.of(svg(nodes));
  }
}
