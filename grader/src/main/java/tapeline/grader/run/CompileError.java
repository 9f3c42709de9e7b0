package tapeline.grader.run;

import java.nio.file.Path;
import java.util.List;

/// One error of the compiler.
///
/// @param line 1-based; −1 where there is none
/// @param column 1-based; −1 where there is none
public record CompileError(Path file, int line, int column, String message) {

  /// Reads the frame that [tapeline.grader.worker.Javac] makes of a diagnostic.
  static CompileError of(List<String> frame) {
    return new CompileError(
        Path.of(frame.get(1)),
        Integer.parseInt(frame.get(2)),
        Integer.parseInt(frame.get(3)),
        frame.get(4));
  }
}
