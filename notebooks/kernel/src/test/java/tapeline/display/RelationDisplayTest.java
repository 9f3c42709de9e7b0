package tapeline.display;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.display.TableDisplayTest.cells;

import org.junit.jupiter.api.Test;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.numbers.NumberColumnFormatter;

class RelationDisplayTest {
  @Test
  void a_table_shows_what_is_missing_and_how_large_it_is() {
    var names = StringColumn.create("who & what", "a<b", "two\nlines", null);
    var sizes = DoubleColumn.create("size", 1.5, Double.NaN, -2);
    var shown = Rendered.of(Table.create("t", names, sizes));
    assertThat(cells(shown.html(), "th")).as("titles").containsExactly("who &amp; what", "size");
    assertThat(cells(shown.html(), "td"))
        .as("cells, – for what is missing")
        .containsExactly("a&lt;b", "1.5", "two lines", "–", "–", "-2");
    assertThat(shown.html())
        .as("numbers stand to the right")
        .containsPattern("text-align: right\">1.5<");
    assertThat(shown.html()).as("the caption").contains(">3 rows × 2 columns<");
    assertThat(shown.text()).as("its text").endsWith("\n3 rows × 2 columns\n");
  }

  @Test
  void a_number_with_many_digits_shows_six() {
    var prices = DoubleColumn.create("price", 2.0 / 3, 1e-9 / 3, 1234567.891);
    prices.setPrintFormatter(NumberColumnFormatter.standard());
    var rounded = DoubleColumn.create("rounded", 2.0 / 3, 1e-9 / 3, 1234567.891);
    rounded.setPrintFormatter(NumberColumnFormatter.fixedWithGrouping(2));
    assertThat(cells(Rendered.of(Table.create("t", prices, rounded)).html(), "td"))
        .as("a column with a format of its own keeps it")
        .containsExactly("0.666667", "0.67", "3.33333e-10", "0.00", "1234567.891", "1,234,567.89");
  }

  @Test
  void of_a_long_table_twenty_rows_are_shown() {
    var shown = Rendered.of(Table.create(IntColumn.indexColumn("n", 1000, 0)));
    assertThat(cells(shown.html(), "td")).as("rows of 1000").hasSize(20).endsWith("19");
    assertThat(shown.html()).as("the caption").contains(">1000 rows × 1 columns<");
  }
}
