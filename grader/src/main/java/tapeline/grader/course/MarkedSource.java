package tapeline.grader.course;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A source text with marked exercise regions, in one of two forms.
///
/// The hand-written form under `solutions/` holds the answer and, behind `// STUB`, what the
/// learner finds in its place:
///
/// ```text
/// // BEGIN SOLUTION 03.2 "backward" 20 points
/// …the answer…
/// // STUB // TODO 03.2 — 3 lines. …
/// // STUB throw new Todo("03.2", "backward");
/// // END SOLUTION
/// ```
///
/// The generated form, which the learner edits, holds one text a region:
///
/// ```text
/// // BEGIN EXERCISE 03.2
/// …the stub, the answer, or whatever stands there…
/// // END EXERCISE 03.2
/// ```
///
/// [#stubbed] and [#solved] turn the first form into the second; [#with] replaces regions in the
/// second. Regions do not nest, a file has one form, and each line end is `\n`. Where `//` is no
/// comment, `#` stands in its place. A line that is nearly a marker (`//BEGIN Solution`) is an
/// error, never text: an answer must not reach the learner by a slip of the pen.
public record MarkedSource(String text, List<Region> regions) {
  private static final Pattern MARKER =
      Pattern.compile("(\\s*)(?://|#) (BEGIN|END) (SOLUTION|EXERCISE)\\b(.*)");
  private static final Pattern SOLUTION_HEAD =
      Pattern.compile(" (\\d{2}\\.\\d{1,2}) \"([^\"]+)\" (\\d+) points?(, core)?\\s*");
  private static final Pattern STUB = Pattern.compile("(\\s*)(?://|#) STUB(?: (.*))?");
  private static final Pattern NEARLY_A_MARKER =
      Pattern.compile(
          "\\s*(?:/[/*]+|#+)\\s*(?:(?:BEGIN|END)[\\s_-]*(?:SOLUTION|EXERCISE)\\b.*"
              + "|(?i:BEGIN[\\s_-]*(?:SOLUTION|EXERCISE)\\s+\\d.*))");
  private static final Pattern NEARLY_A_STUB = Pattern.compile("\\s*(?:/[/*]+|#+)\\s*STUB\\b.*");

  /// Reads a source text; `name` is what errors call it.
  ///
  /// @throws MarkerException when the markers are not well formed, naming the line and the rule
  public static MarkedSource parse(String name, String source) {
    var faults = new ArrayList<MarkerException>();
    var marked = parse(name, source, faults);
    if (!faults.isEmpty()) {
      throw faults.getFirst();
    }
    return marked;
  }

  /// Reads a source text some of whose markers may be malformed: these go to `faults`, and only the
  /// regions between well-formed ones are found.
  public static MarkedSource parse(String name, String source, List<MarkerException> faults) {
    var text = source.replace("\r\n", "\n");
    var regions = new ArrayList<Region>();
    var lines = text.lines().toList();
    @Nullable Open open = null;
    int strayStub = 0;
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i);
      try {
        if (!isComment(line)) {
          if (open != null) {
            open.addCode(name, i + 1, line);
          }
          continue;
        }
        var m = MARKER.matcher(line);
        if (!m.matches()) {
          if (NEARLY_A_MARKER.matcher(line).matches()) {
            throw new MarkerException(name, i + 1, nearly(line));
          }
          if (open != null) {
            open.add(name, i + 1, line);
          } else if (strayStub == 0 && STUB.matcher(line).matches()) {
            strayStub = i + 1;
          }
        } else if (m.group(2).equals("BEGIN")) {
          if (open != null) {
            faults.add(
                new MarkerException(
                    name, i + 1, "regions do not nest, and " + open.id + " is still open"));
          }
          open = Open.at(name, i + 1, m);
          open.requireBeside(regions, name);
        } else {
          if (open == null) {
            throw new MarkerException(name, i + 1, "this END has no BEGIN");
          }
          regions.add(open.close(name, i + 1, m));
          open = null;
        }
      } catch (MarkerException e) {
        faults.add(e);
        open = null;
      }
    }
    if (open != null) {
      faults.add(new MarkerException(name, open.line, "the region of " + open.id + " has no END"));
    }
    if (strayStub > 0 && regions.stream().anyMatch(r -> !r.stub().isEmpty())) {
      faults.add(new MarkerException(name, strayStub, "a STUB line stands outside every region"));
    }
    return new MarkedSource(text, List.copyOf(regions));
  }

  /// Returns whether a line begins as each marker and each `STUB` does: most lines need no pattern.
  private static boolean isComment(String line) {
    int i = 0;
    while (i < line.length() && line.charAt(i) <= ' ') {
      i++;
    }
    return i < line.length() && (line.charAt(i) == '/' || line.charAt(i) == '#');
  }

  private static String nearly(String line) {
    return "a marker reads // BEGIN SOLUTION 03.2 \"title\" 10 points, // END SOLUTION,"
        + " // BEGIN EXERCISE 03.2 or // END EXERCISE 03.2; got "
        + line.strip();
  }

  /// Returns the source with the regions of these exercises; the markers of others, such as retired
  /// ones, are comments in it.
  public MarkedSource only(Predicate<ExerciseId> exercises) {
    return new MarkedSource(text, regions.stream().filter(r -> exercises.test(r.id())).toList());
  }

  /// The learner's form with every region a stub.
  ///
  /// @throws IllegalStateException when this is the learner's form, which holds no stubs
  public String stubbed() {
    return rewrite(stubs());
  }

  /// The learner's form with every region solved.
  public String solved() {
    return rewrite(bodies());
  }

  /// The text of each region as it stands.
  public Map<ExerciseId, String> bodies() {
    var bodies = new LinkedHashMap<ExerciseId, String>();
    regions.forEach(r -> bodies.put(r.id(), r.body()));
    return bodies;
  }

  /// The stubs in the regions of the hand-written form.
  ///
  /// @throws IllegalStateException when this is the learner's form, which holds no stubs
  public Map<ExerciseId, String> stubs() {
    var stubs = new LinkedHashMap<ExerciseId, String>();
    for (var r : regions) {
      if (r.stub().isEmpty()) {
        throw new IllegalStateException(
            "only BEGIN SOLUTION regions hold a stub, and %s is a BEGIN EXERCISE"
                .formatted(r.id()));
      }
      stubs.put(r.id(), r.stub());
    }
    return stubs;
  }

  /// The learner's form with these bodies; regions that `bodies` does not name stay as they are.
  public String with(Map<ExerciseId, String> bodies) {
    var all = bodies();
    all.keySet().forEach(id -> all.computeIfPresent(id, bodies::getOrDefault));
    return rewrite(all);
  }

  private String rewrite(Map<ExerciseId, String> bodies) {
    var out = new StringBuilder();
    var lines = text.lines().toList();
    int next = 0;
    for (var r : regions) {
      for (; next < r.beginLine() - 1; next++) {
        out.append(lines.get(next)).append('\n');
      }
      var comment = r.indent() + (lines.get(next).strip().startsWith("#") ? "# " : "// ");
      var body = bodies.getOrDefault(r.id(), "");
      out.append(comment).append("BEGIN EXERCISE ").append(r.id()).append('\n').append(body);
      if (!body.isEmpty() && !body.endsWith("\n")) {
        out.append('\n');
      }
      out.append(comment).append("END EXERCISE ").append(r.id()).append('\n');
      next = r.endLine();
    }
    for (; next < lines.size(); next++) {
      out.append(lines.get(next)).append('\n');
    }
    if (!text.endsWith("\n") && !out.isEmpty()) {
      out.setLength(out.length() - 1);
    }
    return out.toString();
  }

  private static final class Open {
    final ExerciseId id;
    final String title;
    final int points;
    final boolean core;
    final String kind;
    final String indent;
    final int line;
    final StringBuilder body = new StringBuilder();
    final StringBuilder stub = new StringBuilder();

    private Open(
        ExerciseId id,
        String title,
        int points,
        boolean core,
        String kind,
        String indent,
        int line) {
      this.id = id;
      this.title = title;
      this.points = points;
      this.core = core;
      this.kind = kind;
      this.indent = indent;
      this.line = line;
    }

    static Open at(String name, int line, Matcher marker) {
      var kind = marker.group(3);
      var rest = marker.group(4);
      if (kind.equals("EXERCISE")) {
        try {
          return new Open(ExerciseId.parse(rest), "", 0, false, kind, marker.group(1), line);
        } catch (IllegalArgumentException e) {
          throw new MarkerException(name, line, String.valueOf(e.getMessage()));
        }
      }
      var head = SOLUTION_HEAD.matcher(rest);
      if (!head.matches()) {
        throw new MarkerException(
            name,
            line,
            "needs the form // BEGIN SOLUTION 03.2 \"title\" 10 points, or 10 points, core");
      }
      return new Open(
          ExerciseId.parse(head.group(1)),
          head.group(2),
          Integer.parseInt(head.group(3)),
          head.group(4) != null,
          kind,
          marker.group(1),
          line);
    }

    void requireBeside(List<Region> regions, String name) {
      for (var r : regions) {
        if (r.stub().isEmpty() == isSolution()) {
          throw new MarkerException(
              name, line, "a file has BEGIN SOLUTION or BEGIN EXERCISE markers, not both");
        }
        if (r.id().equals(id)) {
          throw new MarkerException(name, line, "exercise " + id + " has two regions");
        }
      }
    }

    boolean isSolution() {
      return kind.equals("SOLUTION");
    }

    void add(String name, int bodyLineNumber, String bodyLine) {
      var m = STUB.matcher(bodyLine);
      if (isSolution() && !m.matches() && NEARLY_A_STUB.matcher(bodyLine).matches()) {
        throw new MarkerException(
            name, bodyLineNumber, "a stub line reads // STUB code; got " + bodyLine.strip());
      }
      if (isSolution() && m.matches()) {
        var stubText = m.group(2) == null ? "" : m.group(1) + m.group(2);
        stub.append(stubText.stripTrailing()).append('\n');
      } else {
        addCode(name, bodyLineNumber, bodyLine);
      }
    }

    void addCode(String name, int bodyLineNumber, String bodyLine) {
      if (isSolution() && !stub.isEmpty() && !bodyLine.isBlank()) {
        throw new MarkerException(
            name,
            bodyLineNumber,
            "behind STUB lines comes no answer: a formatter breaks what is too long; got "
                + bodyLine.strip());
      } else {
        body.append(bodyLine).append('\n');
      }
    }

    Region close(String name, int endLine, Matcher marker) {
      if (!marker.group(3).equals(kind)) {
        throw new MarkerException(
            name,
            endLine,
            "BEGIN %s ends with END %s, not END %s".formatted(kind, kind, marker.group(3)));
      }
      var rest = marker.group(4).strip();
      if (!rest.isEmpty() && !rest.equals(id.toString())) {
        throw new MarkerException(name, endLine, "the open region is " + id + ", not " + rest);
      }
      if (isSolution() && stub.isEmpty()) {
        throw new MarkerException(name, endLine, "exercise " + id + " has no // STUB line");
      }
      return new Region(
          id, title, points, core, line, endLine, indent, body.toString(), stub.toString());
    }
  }
}
