package tapeline.grader.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          prose goes on at the left                    | prose goes on at/the left
          next: 01.1 behind its label                  | next: 01.1 behind/      its label
          "    code keeps its indentation"             | "    code keeps its/    indentation"
          a  b  a row below its last column            | a  b  a row below/      its last/      column
          module  a-name-that-is-long  with its column | module  a-name-that-is-long/        with its/        column
          here modules/00/a/word/that/is/long stands   | here modules/00/a/word/that/is/long/stands
          """)
  void a_long_line_goes_on_in_the_next_row(String line, String rows) {
    assertThat(String.join("/", Lines.wrap(line, 19))).isEqualTo(rows);
  }

  @Test
  void the_caret_stays_in_sight_where_the_line_is_longer_than_the_terminal() {
    var code = "        return first.times(second).plus(third).minus(fourth);";
    var caret = code.indexOf(".minus");
    assertThat(Lines.fit("no\n" + code + "\n" + " ".repeat(caret) + "^", 60, true))
        .containsExactly("no", code.strip(), " ".repeat(caret - 8) + "^");
    assertThat(Lines.fit("no\n" + code + "\n" + " ".repeat(caret) + "^", 30, true))
        .containsExactly("no", "…nd).plus(third).minus(fourth…", " ".repeat(16) + "^");
  }

  @Test
  void columns_are_a_whole_number_and_at_least_40() {
    assertThat(TerminalWidth.of(Map.of("COLUMNS", "80"))).isEqualTo(80);
    assertThat(TerminalWidth.of(Map.of("COLUMNS", "7"))).isEqualTo(40);
    assertThat(TerminalWidth.of(Map.of("COLUMNS", "wide"))).isZero();
    assertThat(TerminalWidth.of(Map.of("COLUMNS", "0"))).isZero();
    assertThat(TerminalWidth.of(Map.of())).isZero();
  }
}
