package tapeline.instructor.gradebook;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import tapeline.grader.report.Chars;

/// A CSV file whose first line names its columns, in any order and case. Cells end with a comma, a
/// semicolon or a tab, lines as any system ends them.
///
/// @param name of the file, for messages
public record CsvTable(String name, List<String> columns, List<Row> rows) {
  private static final char[] SEPARATORS = {',', ';', '\t'};

  /// A row.
  ///
  /// @param line in the file, from 1
  public record Row(long line, List<String> cells) {}

  /// Reads a file.
  ///
  /// @throws IllegalArgumentException with the line, when it lacks one of the columns `needed`, has
  ///   no row below the first line, or a row has more cells than there are columns
  public static CsvTable read(Path file, String what, String... needed) {
    var table = begun(file, what, needed);
    if (table.columns.isEmpty()) {
      throw new IllegalArgumentException(
          "%s names its columns in its first line, %s is empty".formatted(what, file));
    }
    if (table.rows.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has rows below its first line, %s has none".formatted(what, file));
    }
    return table;
  }

  /// Reads a file as [#read] does, which may have no rows yet, or be empty and have no columns.
  static CsvTable begun(Path file, String what, String... needed) {
    var all = parse(file.toString(), text(file));
    if (all.isEmpty()) {
      return new CsvTable(file.toString(), List.of(), List.of());
    }
    var head = all.getFirst().cells();
    var columns = head.stream().map(c -> c.toLowerCase(Locale.ROOT)).toList();
    for (var column : needed) {
      if (!columns.contains(column)) {
        throw new IllegalArgumentException(
            "%s has a column %s in its first line, %s has %s".formatted(what, column, file, head));
      }
    }
    var table = new CsvTable(file.toString(), columns, all.subList(1, all.size()));
    for (var row : table.rows) {
      if (row.cells.stream().skip(columns.size()).anyMatch(c -> !c.isEmpty())) {
        throw table.refused(
            row,
            "a row has a cell a column, %d, got %d".formatted(columns.size(), row.cells.size()));
      }
    }
    return table;
  }

  /// Reads rows; those without a text are left out. The separator is the one that makes the most
  /// columns of the first line.
  ///
  /// @param name of the file, for messages
  /// @throws IllegalArgumentException with the line, when a quote is not closed
  static List<Row> parse(String name, String text) {
    char best = SEPARATORS[0];
    int most = 0;
    for (char separator : SEPARATORS) {
      try (var parser = parser(text, separator)) {
        int cells = parser.stream().findFirst().map(CSVRecord::size).orElse(0);
        if (cells > most) {
          most = cells;
          best = separator;
        }
      } catch (IOException | UncheckedIOException _) {
        // told below, with the separator that is taken
      }
    }
    var rows = new ArrayList<Row>();
    long line = 0;
    try (var parser = parser(text, best)) {
      for (var record : parser) {
        line = parser.getCurrentLineNumber();
        var cells = record.stream().map(Ids::clean).toList();
        if (cells.stream().anyMatch(c -> !c.isEmpty())) {
          rows.add(new Row(line, cells));
        }
      }
      return rows;
    } catch (IOException | UncheckedIOException e) {
      throw new IllegalArgumentException(
          "%s, below line %d: a quote is not closed, or text follows one: %s"
              .formatted(name, line, Chars.line(String.valueOf(e.getMessage()))),
          e);
    }
  }

  private static CSVParser parser(String text, char separator) throws IOException {
    var format =
        CSVFormat.RFC4180.builder().setDelimiter(separator).setIgnoreSurroundingSpaces(true).get();
    return CSVParser.parse(text, format);
  }

  /// Returns the text of a file in UTF-8, or in UTF-16 with a byte order mark, as Excel saves it.
  private static String text(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
      var text = decoded(file, bytes, mark == 0xFEFF || mark == 0xFFFE ? UTF_16 : UTF_8);
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private static String decoded(Path file, byte[] bytes, Charset charset) {
    var buffer = ByteBuffer.wrap(bytes);
    try {
      return charset.newDecoder().decode(buffer).toString();
    } catch (CharacterCodingException e) {
      var before = new String(bytes, 0, buffer.position(), charset);
      throw new IllegalArgumentException(
          "%s, line %d: a table is text in UTF-8, and this is not; save it as \"CSV UTF-8\""
              .formatted(file, before.split("\\R", -1).length),
          e);
    }
  }

  /// Returns the exception for a row that cannot be read.
  public IllegalArgumentException refused(Row row, String why) {
    return new IllegalArgumentException("%s, line %d: %s".formatted(name, row.line, why));
  }

  /// The first of these columns that is there; the first of all where none is.
  String column(String... names) {
    return Arrays.stream(names).filter(columns::contains).findFirst().orElse(names[0]);
  }

  /// A cell of a row; empty where there is none.
  public String cell(Row row, String column) {
    int i = columns.indexOf(column);
    return i >= 0 && i < row.cells.size() ? row.cells.get(i) : "";
  }
}
