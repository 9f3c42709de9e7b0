package tapeline.grader.result;

import org.jspecify.annotations.Nullable;

/// A place in a source file.
///
/// @param file relative to the course's root, with `/` between names
/// @param line 1-based; less for the file as a whole
/// @param code the line's text without its indentation, where it is known
public record SourceLine(String file, int line, @Nullable String code) {
  /// `modules/01-scalar-tape/…/Tape.java:57`; the file alone where no line is known.
  @Override
  public String toString() {
    return line < 1 ? file : file + ":" + line;
  }
}
