package tapeline.grader.generate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tapeline.grader.course.Course;
import tapeline.grader.course.ExerciseId;

/// A Jupyter notebook's text and where its cells' sources stand in it.
/*
 * New sources are spliced into the text, so that everything else keeps its bytes: the order of
 * keys, the one space of indent that Jupyter writes, numbers and escapes in outputs.
 */
record Notebook(String text, List<Cell> cells) {
  private static final JsonFactory JSON = new JsonFactory();
  private static final Pattern EXERCISE = Pattern.compile("%%exercise\\s+(\\S+).*");

  /// One cell.
  ///
  /// @param number 1-based
  /// @param source its lines, joined
  /// @param from where the source's JSON value begins in the notebook's text
  /// @param to where it ends, exclusive
  record Cell(int number, boolean isCode, String source, int from, int to) {

    /// Returns whether the cell is an exercise's region.
    boolean isExercise() {
      return isCode && source.startsWith("%%exercise");
    }

    /// The exercise behind `%%exercise`.
    ///
    /// @throws IllegalArgumentException when the first line has another form
    ExerciseId exercise() {
      var m = EXERCISE.matcher(head());
      if (!m.matches()) {
        throw new IllegalArgumentException(
            "an exercise's cell begins %%exercise 03.2, got \"" + head() + "\"");
      }
      return ExerciseId.parse(m.group(1));
    }

    /// The first line.
    String head() {
      return source.lines().findFirst().orElse("").stripTrailing();
    }

    /// The lines below the first, each ended by `\n`, none blank at the end.
    String body() {
      int end = source.indexOf('\n');
      var rest = end < 0 ? "" : source.substring(end + 1).replace("\r\n", "\n").stripTrailing();
      return rest.isEmpty() ? "" : rest + "\n";
    }
  }

  /// The notebooks of the course, sorted by name.
  static List<Path> files(Course course) {
    var folder = course.root().resolve("notebooks");
    return Course.files(
        folder, p -> p.toString().endsWith(".ipynb") && folder.equals(p.getParent()));
  }

  /// Reads a notebook's JSON; `name` is what errors call it.
  ///
  /// @throws IllegalArgumentException when it is no JSON, naming the line
  static Notebook parse(String name, String text) {
    var cells = new ArrayList<Cell>();
    try (var p = JSON.createParser(text)) {
      p.nextToken();
      while (p.nextToken() == JsonToken.FIELD_NAME) {
        var key = p.currentName();
        if (p.nextToken() == JsonToken.START_ARRAY && key.equals("cells")) {
          while (p.nextToken() == JsonToken.START_OBJECT) {
            cells.add(cell(p, cells.size() + 1));
          }
        } else {
          p.skipChildren();
        }
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "%s:%d: a notebook is JSON: %s"
              .formatted(name, e.getLocation().getLineNr(), e.getOriginalMessage()),
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Notebook(text, List.copyOf(cells));
  }

  private static Cell cell(JsonParser p, int number) throws IOException {
    boolean isCode = false;
    var source = new StringBuilder();
    int from = 0;
    int to = 0;
    while (p.nextToken() == JsonToken.FIELD_NAME) {
      var key = p.currentName();
      var value = p.nextToken();
      if (key.equals("source")) {
        from = Math.toIntExact(p.currentTokenLocation().getCharOffset());
        if (value == JsonToken.START_ARRAY) {
          while (p.nextToken() == JsonToken.VALUE_STRING) {
            source.append(p.getText());
          }
        } else {
          source.append(p.getText());
        }
        to = Math.toIntExact(p.currentLocation().getCharOffset());
      } else {
        isCode |= key.equals("cell_type") && p.getText().equals("code");
        p.skipChildren();
      }
    }
    return new Cell(number, isCode, source.toString(), from, to);
  }

  /// Lists each cell's kind and source; of an exercise's cell the first line alone.
  List<String> frame() {
    return cells.stream()
        .map(c -> c.isCode() + " " + (c.isExercise() ? c.head() : c.source()))
        .toList();
  }

  /// The notebook's text with other bodies below the first line of these cells, by their number.
  String with(Map<Integer, String> bodies) {
    var out = new StringBuilder();
    int next = 0;
    for (var cell : cells) {
      var body = bodies.get(cell.number());
      if (body != null) {
        out.append(text, next, cell.from());
        out.append(json((cell.head() + "\n" + body).stripTrailing(), cell.from()));
        next = cell.to();
      }
    }
    return out.append(text, next, text.length()).toString();
  }

  /// A list of lines, as Jupyter writes a source that stands at `from`.
  private String json(String source, int from) {
    var lineEnd = text.contains("\r\n") ? "\r\n" : "\n";
    int line = text.lastIndexOf('\n', from) + 1;
    int key = line;
    while (text.charAt(key) == ' ') {
      key++;
    }
    var indent = text.substring(line, key);
    var out = new StringBuilder("[");
    var lines = source.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      boolean last = i == lines.size() - 1;
      out.append(lineEnd).append(indent).append(" \"");
      out.append(JsonStringEncoder.getInstance().quoteAsString(lines.get(i)));
      out.append(last ? "\"" : "\\n\",");
    }
    return out.append(lineEnd).append(indent).append(']').toString();
  }
}
