package tapeline.tests.toolkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.tests.Locales;
import tapeline.toolkit.TextTable;

class TextTableTest {
  @Test
  void columns_are_as_wide_as_their_widest_cell() {
    assertThat(TextTable.of("operation", "why").row("add", "carries").toString())
        .as("the table of a header and one row of words")
        .isEqualTo(
            """
            operation  why
            ─────────  ───────
            add        carries
            """);
  }

  @Test
  void a_column_of_numbers_is_set_to_the_right_with_its_title() {
    assertThat(TextTable.of("op", "time").row("MUL", "40 ns").row("TANH", "1200 ns").toString())
        .as("the table of the Javadoc")
        .isEqualTo(
            """
            op       time
            ────  ───────
            MUL     40 ns
            TANH  1200 ns
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12.5",
        "-7",
        "+7",
        "3e-07",
        "1.5E+10",
        "1,000",
        "NaN",
        "Infinity",
        "-∞",
        "1.3×",
        "40 ns",
        "12 GFLOP/s",
        "99%"
      })
  void a_number_is_set_to_the_right_with_its_unit_or_without(String number) {
    assertThat(cell(number)).as("the column with %s and a longer number", number).startsWith(" ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"MUL", "x1", "#3", "1 of 2", "-", "e5", "12 kilobytes", "2026-11-21", "12 34"})
  void what_is_no_number_is_set_to_the_left_with_its_column(String word) {
    assertThat(cell(word)).as("the column with %s and a longer number", word).startsWith(word);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "–", "…"})
  void an_absent_number_has_no_say(String absent) {
    var lines = TextTable.of("n").row(absent).row("5").row("100").toString().lines().toList();
    assertThat(lines.get(3)).as("5 in a column with 100 and \"%s\"", absent).isEqualTo("  5");
  }

  @Test
  void a_table_without_rows_is_its_header() {
    assertThat(TextTable.of("a", "bcd").toString())
        .as("TextTable.of(\"a\", \"bcd\") without a row")
        .isEqualTo("a  bcd\n─  ───\n");
  }

  @Test
  void notes_stand_below_the_rows() {
    var table = TextTable.of("a").note("one").row("7").note("two, and longer than the table");
    assertThat(table.notes())
        .as("notes()")
        .containsExactly("one", "two, and longer than the table");
    assertThat(table.toString())
        .as("a table with a note before its row and a note after it")
        .isEqualTo("a\n─\n7\none\ntwo, and longer than the table\n");
  }

  @Test
  void the_first_rows_say_of_how_many() {
    var table = TextTable.of("n").row("1").row("2").row("300").note("all of them");
    assertThat(table.first(2).toString())
        .as("the first 2 of 3 rows")
        .isEqualTo("n\n─\n1\n2\nthe first 2 of 3 rows\nall of them\n");
    assertThat(Locales.each(() -> table.first(2).notes().getFirst()))
        .as("what that says, by default locale")
        .allSatisfy((_, note) -> assertThat(note).isEqualTo("the first 2 of 3 rows"));
    assertThat(table.first(3)).as("the first 3 of 3 rows").isSameAs(table);
    assertThat(table.rows()).as("the rows after that").hasSize(3);
  }

  @Test
  void a_table_shows_what_it_was_given() {
    var table = TextTable.of("op", "time").row("MUL", "40 ns").row("TANH", "–");
    assertThat(table.table()).as("table()").isSameAs(table);
    assertThat(table.header()).as("header()").containsExactly("op", "time");
    assertThat(table.rows())
        .as("rows()")
        .containsExactly(List.of("MUL", "40 ns"), List.of("TANH", "–"));
    assertThat(table.isNumeric(0)).as("the column of MUL and TANH is numeric").isFalse();
    assertThat(table.isNumeric(1)).as("the column of 40 ns and – is numeric").isTrue();
  }

  @Test
  void no_line_ends_in_a_space() {
    assertThat(TextTable.of("name", "remark").row("x", "").row("y", "none yet").toString().lines())
        .as("the lines of a table whose last column has a short cell")
        .allSatisfy(line -> assertThat(line).isEqualTo(line.stripTrailing()));
  }

  @Test
  void a_character_of_two_chars_is_one_wide() {
    assertThat(TextTable.of("𝛼𝛽", "is").row("abc", "it").toString().lines())
        .as("𝛼 is one character, and two chars in Java")
        .startsWith("𝛼𝛽   is", "───  ──");
  }

  @Test
  void a_row_has_a_cell_for_each_column() {
    assertThatThrownBy(() -> TextTable.of("op", "time").row("MUL"))
        .as("a row of one cell in a table of two columns")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a row needs one cell a column: 2 columns [op, time], got 1 cells [MUL]");
    assertThatThrownBy(() -> TextTable.of("op").row("MUL", "40 ns"))
        .as("a row of two cells in a table of one column")
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "0.000123456, 3, 0.000123",
    "1.5, 3, 1.50",
    "-3.14159, 4, -3.142",
    "0.0001, 2, 0.00010",
    "0.0000999, 2, 0.00010",
    "99.96, 3, 100",
    // too small or too large: a power of ten
    "1.234e-7, 3, 1.23e-07",
    "0.0000994, 2, 9.9e-05",
    "1234567, 3, 1.23e+06",
    "-999999.5, 3, -1.00e+06",
    // larger than its digits: zeros
    "1000.5, 3, 1000",
    "999.6, 3, 1000",
    "-1234, 3, -1230",
    "99949, 3, 99900",
    // whole, and there is room: no decimals
    "0, 3, 0",
    "7, 3, 7",
    "-999, 3, -999",
    "1000, 4, 1000",
    // not finite: words
    "NaN, 3, NaN",
    "Infinity, 3, Infinity",
    "-Infinity, 3, -Infinity",
  })
  void a_number_has_so_many_significant_digits(double value, int digits, String expected) {
    assertThat(TextTable.number(value, digits))
        .as("number(%s, %d)", value, digits)
        .isEqualTo(expected);
  }

  @Test
  void numbers_look_the_same_on_every_computer() {
    assertThat(Locales.each(() -> TextTable.number(1234.5, 6) + " " + TextTable.number(1e-9, 2)))
        .as("number(1234.5, 6) and number(1e-9, 2), by default locale")
        .allSatisfy((_, text) -> assertThat(text).isEqualTo("1234.50 1.0e-09"));
  }

  /// The cell, in a column with a number that is wider than it.
  private static String cell(String cell) {
    return TextTable.of("n")
        .row(cell)
        .row("1234567890".repeat(2))
        .toString()
        .lines()
        .toList()
        .get(2);
  }
}
