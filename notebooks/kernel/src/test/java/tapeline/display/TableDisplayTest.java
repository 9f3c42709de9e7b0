package tapeline.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.toolkit.Prediction;
import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;

class TableDisplayTest {
  private static final Pattern CELL =
      Pattern.compile("<(t[hd]) style=\"([^\"]*)\">([^<]*)</t[hd]>");

  private final TextTable table =
      TextTable.of("op", "time").row("MUL", "40 ns").row("TANH", "1200 ns").note("two ops");

  @Test
  void a_table_has_its_cells_in_rows_and_its_notes_in_the_caption() {
    var html = Rendered.of(table).html();
    assertThat(cells(html, "th")).as("the titles").containsExactly("op", "time");
    assertThat(cells(html, "td"))
        .as("the cells")
        .containsExactly("MUL", "40 ns", "TANH", "1200 ns");
    assertThat(html.split("<tr", -1)).as("a title row and two rows").hasSize(1 + 3);
    assertThat(html).as("the caption").containsPattern("<caption[^>]*>two ops</caption>");
  }

  @Test
  void a_table_without_notes_has_no_caption() {
    assertThat(Rendered.of(TextTable.of("n").row("1")).html()).doesNotContain("caption");
  }

  @Test
  void the_text_of_a_table_stands_beside_it() {
    assertThat(Rendered.of(table).text()).as("text/plain").isEqualTo(table.toString());
    var asText = Rendered.as("text/plain", table);
    assertThat(asText.text()).as("display(table, \"text/plain\")").isEqualTo(table.toString());
  }

  @Test
  void a_prediction_is_text_of_the_page_which_breaks_between_words() {
    var prediction = Prediction.of("slots < 5", 3, 4);
    assertThat(Rendered.of(prediction).html())
        .isEqualTo("<div>slots &lt; 5: 4. You predicted 3, which is 25 % too small.</div>");
    assertThat(Rendered.of(prediction).text()).isEqualTo(prediction.toString());
  }

  @Test
  void numbers_are_set_to_the_right_and_words_to_the_left() {
    var cells = CELL.matcher(Rendered.of(table).html()).results().toList();
    assertThat(cells).as("two titles and four cells").hasSize(6);
    assertThat(cells)
        .allSatisfy(cell ->
            assertThat(cell.group(2))
                .as("the style of %s", cell.group(3))
                .contains(
                    List.of("op", "MUL", "TANH").contains(cell.group(3))
                        ? "text-align: left"
                        : "text-align: right"));
  }

  @Test
  void what_html_reserves_is_escaped() {
    var html = Rendered.of(TextTable.of("a<b").row("<script>").row("x & y").note("1 > 0")).html();
    assertThat(html)
        .as("a title, two cells and a note with <, > and &")
        .contains(">a&lt;b<", ">&lt;script&gt;<", ">x &amp; y<", ">1 &gt; 0<");
  }

  @Test
  void colours_are_those_of_the_page() {
    assertThat(Rendered.of(table).html())
        .as("a table's styles: no colour of its own but a grey that lets the page shine through")
        .doesNotContainPattern("color: (?!inherit)")
        .doesNotContainPattern("background(-color)?: (?!transparent)")
        .doesNotContainPattern("#(?!80808080)")
        .doesNotContain("rgb(");
    assertThat(
            Rendered.of(table)
                .html()
                .split("<tr style=\"color: inherit; background: transparent", -1))
        .as("every row says so itself, as front ends paint every other row")
        .hasSize(1 + 3);
  }

  @Test
  void a_long_table_shows_its_first_hundred_rows() {
    var table = TextTable.of("n");
    IntStream.range(0, 101).forEach(i -> table.row("row " + i));
    var shown = Rendered.of(table);
    assertThat(cells(shown.html(), "td")).as("rows of 101").hasSize(100).endsWith("row 99");
    assertThat(shown.html()).as("the caption").contains(">the first 100 of 101 rows<");
    assertThat(shown.text()).as("the text").doesNotContain("row 100").contains("100 of 101 rows");
  }

  @Test
  void a_value_of_the_learners_own_is_shown_as_the_table_it_has() {
    record Run(double rate) implements Tabular {
      @Override
      public TextTable table() {
        return TextTable.of("rate").row(TextTable.number(rate, 3));
      }
    }
    var shown = Rendered.of(new Run(0.25));
    assertThat(cells(shown.html(), "td")).as("the cell of rate 0.25").containsExactly("0.250");
    assertThat(shown.text()).as("its text").isEqualTo(" rate\n─────\n0.250\n");
  }

  @Test
  void a_value_may_have_a_text_of_its_own_beside_its_table() {
    var pair =
        new Tabular() {
          @Override
          public TextTable table() {
            return TextTable.of("0", "…", "9").row("1", "…", "2.5").note("float32 (10)");
          }

          @Override
          public String text(int rows) {
            return "[1, …, 2.5]";
          }
        };
    var shown = Rendered.of(pair);
    assertThat(shown.text()).as("text/plain").isEqualTo("[1, …, 2.5]");
    assertThat(cells(shown.html(), "td")).as("the cells").containsExactly("1", "…", "2.5");
    assertThat(shown.html())
        .as("all columns are set to the right, the one that is left out too")
        .doesNotContain("text-align: left\">…<");
  }

  static List<String> cells(String html, String tag) {
    return CELL.matcher(html)
        .results()
        .filter(cell -> cell.group(1).equals(tag))
        .map(cell -> cell.group(3))
        .toList();
  }
}
