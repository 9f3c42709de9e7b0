package tapeline.gpu.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Reads the errors in what a compiler printed.
///
/// ```text
/// vecadd.cu(3): error: identifier "foo" is undefined      nvcc and NVRTC; newer ones show the line
///     a[i] = foo + 1                                      below, and the column by a mark
///            ^
/// At end of source: error: expected a "}"                 nvcc and NVRTC, of a brace left open
/// vecadd.cu:3:10: error: use of undeclared identifier     clang, and gcc behind nvcc
/// ```
final class Diagnostics {
  private Diagnostics() {}

  private static final Pattern BRACKETS =
      Pattern.compile(
          "^(.+?)\\((\\d+)\\): (?:catastrophic |fatal )?error(?: #\\d+(?:-D)?)?: (.+)$");
  private static final Pattern AT_END =
      Pattern.compile("^At end of source: (?:catastrophic |fatal )?error(?: #\\d+(?:-D)?)?: (.+)$");
  private static final Pattern MATCH =
      Pattern.compile("^.+?\\((\\d+)\\): note .*: (to match this .+)$");
  private static final Pattern COLONS =
      Pattern.compile("^(.+?):(\\d+):(\\d+): (?:fatal )?error: (.+)$");

  static List<CudaDiagnostic> errors(String output, CudaSource source) {
    var lines = output.lines().toList();
    var errors = new ArrayList<CudaDiagnostic>();
    for (int i = 0; i < lines.size(); i++) {
      var brackets = BRACKETS.matcher(lines.get(i));
      var colons = COLONS.matcher(lines.get(i));
      if (colons.matches()) {
        errors.add(
            new CudaDiagnostic(
                name(colons.group(1)),
                Integer.parseInt(colons.group(2)),
                Integer.parseInt(colons.group(3)),
                colons.group(4)));
      } else if (brackets.matches()) {
        int line = Integer.parseInt(brackets.group(2));
        int column = column(lines, i + 1, source.line(line));
        errors.add(new CudaDiagnostic(name(brackets.group(1)), line, column, brackets.group(3)));
      } else if (AT_END.matcher(lines.get(i)).matches()) {
        errors.add(atEnd(lines, i, source));
      }
    }
    return errors;
  }

  /// An error at the source's end, with the line of the bracket to match if the compiler says so.
  private static CudaDiagnostic atEnd(List<String> lines, int at, CudaSource source) {
    var message = AT_END.matcher(lines.get(at)).replaceFirst("$1");
    var note = MATCH.matcher(at + 1 < lines.size() ? lines.get(at + 1) : "");
    if (note.matches()) {
      message += ", %s in line %s".formatted(note.group(2), note.group(1));
    }
    int last = Math.toIntExact(source.text().stripTrailing().lines().count());
    return new CudaDiagnostic(source.file(), last, 0, message);
  }

  /// The column of the mark `^` in the lines that follow, which stands below a copy of the source's
  /// line; 0 where there is none.
  private static int column(List<String> lines, int from, String sourceLine) {
    for (int i = from; i + 1 < lines.size(); i++) {
      var copy = lines.get(i);
      if (BRACKETS.matcher(copy).matches()) {
        return 0;
      }
      int indent = copy.indexOf(sourceLine.strip()) - sourceLine.indexOf(sourceLine.strip());
      if (lines.get(i + 1).strip().equals("^") && indent >= 0 && !sourceLine.isBlank()) {
        return lines.get(i + 1).indexOf('^') - indent + 1;
      }
    }
    return 0;
  }

  private static String name(String path) {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }
}
