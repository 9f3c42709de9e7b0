package tapeline.grader.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.Encoding;
import tapeline.grader.course.MarkedSource;

/// Finds the bytes of a learner's sources that are no UTF-8, of which javac says nothing that a
/// learner could look up.
final class SourceBytes {
  private SourceBytes() {}

  /// The error of a file in UTF-16; else the first wrong byte of each line in its regions.
  ///
  /// @param marked the file's text; null for one without regions
  static List<CompileError> errors(Path file, @Nullable MarkedSource marked) {
    var errors = new ArrayList<CompileError>();
    if (!file.toString().matches(".*\\.(java|cu)")) {
      return errors;
    }
    var bytes = Course.text(file, ISO_8859_1); // a char a byte
    Encoding.utf16(bytes.getBytes(ISO_8859_1))
        .ifPresent(fault -> errors.add(new CompileError(file, -1, -1, fault)));
    if (!errors.isEmpty() || marked == null || marked.text().indexOf('\uFFFD') < 0) {
      return errors;
    }
    var lines = bytes.lines().toList();
    for (var region : marked.regions()) {
      for (int line = region.beginLine(); line <= region.endLine(); line++) {
        int number = line;
        var before = new StringBuilder();
        Encoding.undecodable(lines.get(line - 1).getBytes(ISO_8859_1), before)
            .map(fault -> new CompileError(file, number, before.length() + 1, fault))
            .ifPresent(errors::add);
      }
    }
    return errors;
  }

  /// The compiler's error, where such a byte causes it, in words.
  static CompileError inWords(CompileError error) {
    return error.message().contains("\\ufffd")
        ? new CompileError(
            error.file(),
            error.line(),
            error.column(),
            "a byte here is no UTF-8: save the file in that encoding")
        : error;
  }
}
