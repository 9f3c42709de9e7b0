package tapeline.grader.run;

import java.nio.file.Path;

/// One error of the compiler.
///
/// @param line 1-based; −1 where there is none
/// @param column 1-based; −1 where there is none
public record CompileError(Path file, int line, int column, String message) {}
