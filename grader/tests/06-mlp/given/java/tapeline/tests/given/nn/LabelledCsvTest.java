package tapeline.tests.given.nn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.data.Dataset;
import tapeline.data.LabelledCsv;

class LabelledCsvTest {
  private static final LabelledCsv FILE = new LabelledCsv("made.csv", 1, 2, 0, 16, 3);

  @Test
  void numbers_and_labels_come_in_their_places() {
    var data = read("two numbers and a class\n1,2.5,0\n16,0,2\n");
    assertThat(data.inputs().toArray()).containsExactly(1, 2.5f, 16, 0);
    assertThat(data.inputs().shape().toArray()).containsExactly(2, 2);
    assertThat(data.labels()).containsExactly(0, 2);
    assertThat(data.classes()).isEqualTo(3);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "text              | 3,x,1    | line 3, column 2: a number from 0 to 16 is needed, got \"x\"",
        "missing           | 3,,1     | line 3, column 2: a number from 0 to 16 is needed, got \"\"",
        "not available     | NA,4,1   | line 3, column 1: a number from 0 to 16 is needed, got \"NA\"",
        "not a number      | NaN,4,1  | line 3, column 1: a number from 0 to 16 is needed, got \"NaN\"",
        "infinite          | 3,1e99,1 | line 3, column 2: a number from 0 to 16 is needed, got \"1e99\"",
        "too small         | -1,4,1   | line 3, column 1: a number from 0 to 16 is needed, got \"-1\"",
        "too large         | 3,17,1   | line 3, column 2: a number from 0 to 16 is needed, got \"17\"",
        "too few           | 3,4      | line 3, column 3: a row of 2 numbers and a label has 3 cells, got 2",
        "too many          | 3,4,1,2  | line 3, column 4: a row of 2 numbers and a label has 3 cells, got 4",
        "empty line        | ~~       | line 3, column 2: a row of 2 numbers and a label has 3 cells, got 1",
        "a comment         | #3,4,1   | line 3, column 1: a number from 0 to 16 is needed, got \"#3\"",
        "a quote           | 3,\",1   | line 3, column 2: a number from 0 to 16 is needed, got \"\"\"",
        "label too large   | 3,4,3    | line 3, column 3: a label from 0 to 2 is needed, got \"3\"",
        "label below 0     | 3,4,-1   | line 3, column 3: a label from 0 to 2 is needed, got \"-1\"",
        "label no whole    | 3,4,1.5  | line 3, column 3: a label from 0 to 2 is needed, got \"1.5\"",
        "label missing     | 3,4,     | line 3, column 3: a label from 0 to 2 is needed, got \"\"",
        "label a name      | 3,4,rose | line 3, column 3: a label from 0 to 2 is needed, got \"rose\"",
      })
  void a_malformed_row_is_named_by_line_and_column(String what, String row, String problem) {
    assertThatThrownBy(() -> read("header\n1,2,0\n" + row + "\n5,6,1\n"), what)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("made.csv, " + problem);
  }

  @Test
  void a_file_without_rows_is_refused() {
    assertThatThrownBy(() -> read(""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("made.csv, line 1, column 1: a first row is needed, and the file ends");
    assertThatThrownBy(() -> read("header\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("made.csv, line 2, column 1: a first row is needed, and the file ends");
  }

  private static Dataset read(String text) {
    return FILE.read(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }
}
