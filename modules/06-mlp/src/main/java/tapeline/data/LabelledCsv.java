package tapeline.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import tapeline.tensor.Tensor;
import tech.tablesaw.api.ColumnType;
import tech.tablesaw.api.Table;
import tech.tablesaw.io.AddCellToColumnException;
import tech.tablesaw.io.csv.CsvReadOptions;

/// The format of a file of comma-separated numbers with the class in its last column.
///
/// @param name what errors call the file
/// @param header lines before the first row, which are passed over
/// @param width numbers in a row, before the label
/// @param low the smallest number that a row may have
/// @param high the largest
/// @param classes labels are whole numbers from 0 to `classes` − 1
public record LabelledCsv(String name, int header, int width, float low, float high, int classes) {
  /// Stands in no file: Tablesaw is to know no comments and no quotes, which hide the line's end.
  private static final char NONE = '\0';

  /// The examples of such a file, read by Tablesaw: inputs (rows,width).
  ///
  /// @throws IllegalArgumentException when the file is not as it has to be, naming the line and the
  ///   column, both counted from 1
  public Dataset read(InputStream file) {
    var lines = new BufferedReader(new InputStreamReader(file, UTF_8)).lines().toList();
    if (lines.size() <= header) {
      throw new IllegalArgumentException(
          "%s, line %d, column 1: a first row is needed, and the file ends"
              .formatted(name, lines.size() + 1));
    }
    var rows = lines.subList(header, lines.size());
    requireCells(rows);
    var table = table(rows);
    var inputs = Tensor.zeros(rows.size(), width);
    var labels = new int[rows.size()];
    for (int j = 0; j <= width; j++) {
      var column = table.numberColumn(j);
      for (int i = 0; i < rows.size(); i++) {
        double number = column.getDouble(i); // NaN where the cell is empty
        if (!fits(number, j)) {
          throw unfit(rows, i, j);
        }
        if (j < width) {
          inputs.data()[i * width + j] = (float) number;
        } else {
          labels[i] = (int) number;
        }
      }
    }
    return new Dataset(inputs, labels, classes);
  }

  /// Refuses a row of another length before Tablesaw sees it: lines that it passes over, empty
  /// ones, it does not count, and the numbers of the lines behind them would be wrong.
  private void requireCells(List<String> rows) {
    for (int i = 0; i < rows.size(); i++) {
      int cells = cells(rows.get(i)).length;
      if (cells != width + 1) {
        throw malformed(
            i,
            Math.min(cells, width + 1),
            "a row of %d numbers and a label has %d cells, got %d"
                .formatted(width, width + 1, cells));
      }
    }
  }

  private Table table(List<String> rows) {
    var types = new ColumnType[width + 1];
    Arrays.fill(types, ColumnType.FLOAT);
    try {
      return Table.read()
          .csv(
              CsvReadOptions.builder(new StringReader(String.join("\n", rows)))
                  .tableName(name)
                  .header(false)
                  .commentPrefix(NONE)
                  .quoteChar(NONE)
                  .columnTypes(types)
                  .build());
    } catch (AddCellToColumnException e) {
      throw unfit(rows, (int) e.getRowNumber(), e.getColumnIndex());
    }
  }

  private boolean fits(double number, int column) {
    return column < width
        ? low <= number && number <= high
        : 0 <= number && number < classes && number == Math.rint(number);
  }

  private IllegalArgumentException unfit(List<String> rows, int row, int column) {
    var rule =
        column < width
            ? "a number from %s to %s is needed".formatted(plain(low), plain(high))
            : "a label from 0 to %d is needed".formatted(classes - 1);
    return malformed(row, column, "%s, got \"%s\"".formatted(rule, cells(rows.get(row))[column]));
  }

  private IllegalArgumentException malformed(int row, int column, String problem) {
    return new IllegalArgumentException(
        "%s, line %d, column %d: %s".formatted(name, header + row + 1, column + 1, problem));
  }

  private static String[] cells(String row) {
    return row.split(",", -1);
  }

  private static String plain(float number) {
    return number == Math.rint(number) ? "" + (long) number : "" + number;
  }
}
