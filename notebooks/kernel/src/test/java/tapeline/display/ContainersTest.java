package tapeline.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.dflib.jjava.jupyter.kernel.display.mime.MIMEType.TEXT_HTML;
import static tapeline.display.TableDisplayTest.cells;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ContainersTest {
  record Point(double x, OptionalDouble height, Optional<String> name, int[] cells) {}

  record Other(double x) {}

  record Broken(int n) {
    @Override
    public int n() {
      throw new IllegalStateException();
    }

    @Override
    public String toString() {
      return "broken";
    }
  }

  static Stream<Arguments> arrays() {
    return Stream.of(
        Arguments.of(new double[] {0.1, -2}, "double[] of length 2: 0.1, -2.0"),
        Arguments.of(new float[] {0.1f}, "float[] of length 1: 0.1"),
        Arguments.of(new long[] {1L << 40}, "long[] of length 1: 1099511627776"),
        Arguments.of(new int[] {3, 1}, "int[] of length 2: 3, 1"),
        Arguments.of(new boolean[] {true}, "boolean[] of length 1: true"),
        Arguments.of(new String[] {"a", null}, "String[] of length 2: a, null"),
        Arguments.of(new double[0], "double[] of length 0"),
        Arguments.of(new double[][] {{0, 1}, {}}, "double[][] of length 2:\n{0.0, 1.0}\n{}"),
        Arguments.of(new float[][] {{2}}, "float[][] of length 1:\n{2.0}"),
        Arguments.of(new long[][] {{2}}, "long[][] of length 1:\n{2}"),
        Arguments.of(new int[][] {{2, 3}}, "int[][] of length 1:\n{2, 3}"));
  }

  @ParameterizedTest
  @MethodSource("arrays")
  void an_array_is_its_length_and_its_values(Object array, String expected) {
    assertThat(Rendered.of(array).text()).as("the array as text").isEqualTo(expected);
  }

  @Test
  void of_a_long_array_twenty_values_are_shown() {
    var twenty = DoubleStream.iterate(1, d -> d + 1).limit(20).toArray();
    assertThat(Rendered.of(twenty).text()).as("1 to 20").endsWith(" 19.0, 20.0");
    var more = Arrays.copyOf(twenty, 1000);
    assertThat(Rendered.of(more).text())
        .as("1 to 20 and 980 zeros")
        .isEqualTo(Rendered.of(twenty).text().replace("length 20", "length 1000") + ", … 980 more");
    var square = new double[30][30];
    assertThat(Rendered.of(square).text().lines())
        .as("30 rows of 30")
        .hasSize(1 + 20 + 1)
        .endsWith("… 10 more")
        .element(1)
        .asString()
        .endsWith("0.0, … 10 more}");
  }

  @Test
  void a_list_of_records_is_a_table() {
    var shown =
        Rendered.of(
            List.of(
                new Point(1.0 / 3, OptionalDouble.of(2), Optional.of("a\nb"), new int[] {7, 8}),
                new Point(2, OptionalDouble.empty(), Optional.empty(), new int[0])));
    assertThat(cells(shown.html(), "th"))
        .as("a title for each component")
        .containsExactly("x", "height", "name", "cells");
    assertThat(cells(shown.html(), "td"))
        .as("six digits, and – for nothing")
        .containsExactly("0.333333", "2", "a b", "{7, 8}", "2", "–", "–", "{}");
    assertThat(shown.text()).as("its text").startsWith("       x  height  name  cells\n");
  }

  @Test
  void a_list_of_anything_else_is_as_it_prints_itself() {
    var nothing = new ArrayList<>();
    nothing.add(null);
    var others =
        List.of(
            List.of(),
            nothing,
            List.of(1, 2),
            List.of(new Other(1), "x"),
            List.of(new Other(1), new Broken(1)),
            List.of(new Broken(1)));
    for (var list : others) {
      var shown = Rendered.of(list);
      assertThat(shown.text()).as("text/plain of %s", list).isEqualTo(list.toString());
      assertThat(shown.has(TEXT_HTML)).as("%s is a table", list).isFalse();
    }
  }

  @Test
  void of_a_very_long_list_twenty_values_are_shown() {
    var hundred = IntStream.range(0, 100).boxed().toList();
    assertThat(Rendered.of(hundred).text()).as("0 to 99").isEqualTo(hundred.toString());
    var more = IntStream.range(0, 101).boxed().toList();
    assertThat(Rendered.of(more).text())
        .as("0 to 100")
        .startsWith("[0, 1, 2, ")
        .endsWith(", 18, 19, … 81 more]");
  }

  @Test
  void sets_and_what_is_in_lists_and_maps_are_cut_like_lists() {
    var many = IntStream.range(0, 101).boxed().toList();
    var set = new LinkedHashSet<>(many);
    var cut = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, … 81 more]";
    assertThat(Rendered.of(set).text()).as("a set").isEqualTo(cut);
    assertThat(Rendered.of(new ArrayDeque<>(many)).text()).as("a queue").isEqualTo(cut);
    assertThat(Rendered.of(Set.of(7)).text()).as("a short set").isEqualTo("[7]");
    assertThat(Rendered.of(List.of(many, 1)).text()).as("in a list").isEqualTo("[" + cut + ", 1]");
    var numbers =
        many.stream().collect(Collectors.toMap(i -> i, i -> set, (a, _) -> a, TreeMap::new));
    var map = new TreeMap<>(Map.of("a", set, "b", List.of(1), "c", numbers));
    assertThat(cells(Rendered.of(map).html(), "td"))
        .as("values of a map")
        .startsWith("a", cut, "b", "[1]", "c")
        .element(5)
        .asString()
        .startsWith("{0=" + cut + ", 1=[0, ")
        .endsWith(" … 81 more}");
    var records = new LinkedHashSet<>(List.of(new Other(1), new Other(2)));
    assertThat(cells(Rendered.of(records).html(), "th")).as("records").containsExactly("x");
  }

  @Test
  void a_map_has_a_row_for_each_key() {
    var shown = Rendered.of(new TreeMap<>(Map.of("w", -0.5, "b", 1.0 / 3)));
    assertThat(cells(shown.html(), "th")).as("titles").containsExactly("key", "value");
    assertThat(cells(shown.html(), "td"))
        .as("cells of {b: 1/3, w: −0.5}")
        .containsExactly("b", "0.333333", "w", "-0.500000");
  }
}
