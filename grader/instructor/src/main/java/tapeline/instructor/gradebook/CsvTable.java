package tapeline.instructor.gradebook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A CSV file whose first line names its columns, in any order and case.
///
/// @param name of the file, for messages
record CsvTable(String name, List<String> columns, List<List<String>> rows) {

  /// Reads a file.
  ///
  /// @throws IllegalArgumentException when it lacks one of the columns `needed`
  static CsvTable read(Path file, String what, String... needed) {
    var rows = CsvText.read(text(file));
    var head = rows.isEmpty() ? List.<String>of() : rows.getFirst();
    var columns = head.stream().map(c -> c.toLowerCase(Locale.ROOT)).toList();
    for (var column : needed) {
      if (!columns.contains(column)) {
        throw new IllegalArgumentException(
            "%s has a column %s in its first line, %s has %s".formatted(what, column, file, head));
      }
    }
    var below = rows.isEmpty() ? rows : rows.subList(1, rows.size());
    return new CsvTable(file.toString(), columns, below);
  }

  /// The text of a file, which must be UTF-8: names are compared.
  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /// The first of these columns that is there; the first of all where none is.
  String column(String... names) {
    return Arrays.stream(names).filter(columns::contains).findFirst().orElse(names[0]);
  }

  /// A cell of a row; empty where there is none.
  String cell(List<String> row, String column) {
    int i = columns.indexOf(column);
    return i >= 0 && i < row.size() ? row.get(i) : "";
  }
}
