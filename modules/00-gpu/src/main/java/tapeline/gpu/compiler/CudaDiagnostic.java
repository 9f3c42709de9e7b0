package tapeline.gpu.compiler;

/// An error that a compiler reports, in most cases about a line.
///
/// @param line counted from 1; 0 where it is about no line
/// @param column counted from 1; 0 where the compiler does not say
public record CudaDiagnostic(String file, int line, int column, String message) {
  /// `vecadd.cu:3:10: identifier "foo" is undefined`
  @Override
  public String toString() {
    var place = file + (line > 0 ? ":" + line : "") + (column > 0 ? ":" + column : "");
    return place + ": " + message;
  }

  /// Returns the message with the source's line below it, and a mark under the column.
  String shown(CudaSource source) {
    if (line == 0 || !file.equals(source.file())) {
      return toString();
    }
    var text = source.line(line).replace('\t', ' ');
    return this + "\n    " + text + (column > 0 ? "\n    " + " ".repeat(column - 1) + "^" : "");
  }
}
