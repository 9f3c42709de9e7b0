package tapeline.instruments.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tapeline.tests.Locales;
import tapeline.tests.Thrown;

class FlameGraphTest {
  private static final Pattern BOX =
      Pattern.compile(
          "<title>([^<]*)</title><rect x=\"([^\"]*)\" y=\"([^\"]*)\" width=\"([^\"]*)\"");

  private static FoldedStacks stacks(Map<String, Long> counts) {
    return new FoldedStacks(new TreeMap<>(counts));
  }

  /// Each box: its tooltip, and where it stands, `x y width`.
  private static List<String> boxes(String svg) {
    return BOX.matcher(svg)
        .results()
        .map(m -> "%s @ %s %s %s".formatted(m.group(1), m.group(2), m.group(3), m.group(4)))
        .toList();
  }

  @Test
  void a_box_is_as_wide_as_its_share_and_stands_on_its_caller() {
    var svg = FlameGraph.of("two", stacks(Map.of("a;c", 1L, "a;b", 2L, "a", 1L))).svg();
    assertThat(boxes(svg))
        .containsExactly(
            "all: 4 samples, 100.0 % @ 0.0 66 960.0",
            "a: 4 samples, 100.0 % @ 0.0 48 960.0",
            "b: 2 samples, 50.0 % @ 0.0 30 480.0",
            "c: 1 samples, 25.0 % @ 480.0 30 240.0");
  }

  @Test
  void a_difference_is_one_of_shares() {
    var before = stacks(Map.of("a", 6L, "b", 2L, "old", 2L));
    var after = stacks(Map.of("a", 300L, "b", 100L));
    var svg = FlameGraph.difference("less", before, after).svg();
    assertThat(boxes(svg))
        .containsExactly(
            "all: 100.0 %, before 100.0 % @ 0.0 48 960.0",
            "a: 75.0 %, before 60.0 % @ 0.0 30 720.0", "b: 25.0 %, before 20.0 % @ 720.0 30 240.0");
    assertThat(svg).contains("by 15.0 points at most; gone: 20.0 % of before");
    assertThat(svg.lines().filter(l -> l.startsWith("<g>")).map(FlameGraphTest::fill).toList())
        .as("all: as before; a: red, the largest change; b: a paler red, a third of that change")
        .containsExactly("#f5f5f5", "#f54b4b", "#f5bcbc");
  }

  private static String fill(String line) {
    return line.replaceFirst(".*fill=\"(#\\w+)\".*", "$1");
  }

  @Test
  void less_is_blue() {
    var svg =
        FlameGraph.difference(
                "d", stacks(Map.of("a", 3L, "b", 1L)), stacks(Map.of("a", 1L, "b", 3L)))
            .svg();
    assertThat(svg.lines().filter(l -> l.startsWith("<g>")).map(FlameGraphTest::fill).toList())
        .containsExactly("#f5f5f5", "#4b4bf5", "#f54b4b");
  }

  @Test
  void text_fits_or_is_left_out() {
    var stacks =
        stacks(
            Map.of(
                "Type." + "x".repeat(200),
                60L,
                "AType.method",
                10L,
                "narrow",
                2L,
                "thin",
                1L,
                "none",
                0L,
                "Wide.open",
                26L));
    var svg = FlameGraph.of("t", stacks).svg();
    assertThat(svg).contains(">x").contains("xxx…</text>").contains(">AType.method</text>");
    assertThat(svg).contains(">Wide.open</text>").doesNotContain("<title>none");
    assertThat(svg).contains("<title>narrow: 2 samples").doesNotContain(">narrow</text>");
    assertThat(FlameGraph.of("t", stacks(Map.of("AType.method", 7L, "b", 93L))).svg())
        .as("the method alone where its type has no room")
        .contains(">method</text>");
  }

  @Test
  void it_is_the_same_picture_whatever_the_locale() {
    var stacks = stacks(Map.of("a;c", 1L, "a;b", 2L, "a", 1L));
    assertThat(Locales.each(() -> FlameGraph.of("two", stacks).svg()))
        .allSatisfy((locale, svg) ->
            assertThat(svg).as(locale).isEqualTo(FlameGraph.of("two", stacks).svg()));
  }

  @Test
  void names_are_escaped() {
    var svg = FlameGraph.of("1 < 2", stacks(Map.of("Box.<init>", 1L))).svg();
    assertThat(svg)
        .contains("1 &lt; 2")
        .contains(">Box.&lt;init&gt;</text>")
        .doesNotContain("<init");
  }

  @Test
  void nothing_to_draw_is_an_error() {
    assertThat(Thrown.by(() -> FlameGraph.of("empty", stacks(Map.of()))))
        .isEqualTo(
            "IllegalArgumentException: a flame graph needs at least one sample, got none: empty");
  }

  @Test
  void stacks_are_cut_summed_and_written() {
    var all = stacks(Map.of("main;step;a", 2L, "other;step;a", 3L, "main;steps;b", 5L));
    assertThat(all.from("step")).hasToString("step;a 5\n");
    assertThat(all.innermost()).hasToString("a 5\nb 5\n");
    assertThat(all.total()).isEqualTo(10);
    assertThat(Thrown.by(() -> stacks(Map.of("a", -1L)))).contains("got 'a' and -1");
  }
}
