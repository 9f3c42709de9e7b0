package tapeline.grader.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import tapeline.grader.course.Course;

/// One error of the compiler.
///
/// @param line 1-based; −1 where there is none
/// @param column 1-based; −1 where there is none
public record CompileError(Path file, int line, int column, String message) {
  /// The words in its line of the file.
  Set<String> words() {
    var lines = Files.exists(file) ? Course.read(file).lines().toList() : List.<String>of();
    return 1 <= line && line <= lines.size()
        ? Set.copyOf(List.of(lines.get(line - 1).split("\\W+")))
        : Set.of();
  }

  /// Returns this error with more words.
  CompileError with(String more) {
    return new CompileError(file, line, column, message + more);
  }
}
