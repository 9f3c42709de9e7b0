package tapeline.grader.course;

/// Exercise markers that are not well formed: the file, the line and the rule.
public final class MarkerException extends IllegalArgumentException {
  /// The message reads `Tape.java:57: regions do not nest, …`.
  public MarkerException(String file, int line, String rule) {
    super(file + ":" + line + ": " + rule);
  }
}
