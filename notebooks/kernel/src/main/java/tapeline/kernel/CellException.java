package tapeline.kernel;

import java.util.List;

/// Why a cell did not run to its end, in lines for the learner.
final class CellException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String kind;
  private final transient List<String> lines;

  /// @param kind what it is called, for example `CompileError`
  CellException(String kind, String message, List<String> lines) {
    super(message);
    this.kind = kind;
    this.lines = List.copyOf(lines);
  }

  /// Of one line.
  CellException(String kind, String message) {
    this(kind, message, message.lines().map(Ansi::red).toList());
  }

  /// The cell was stopped, and how.
  static CellException interrupted(CellStopped how) {
    return new CellException("Interrupted", String.valueOf(how.getMessage()));
  }

  /// The cell was stopped.
  static CellException interrupted() {
    return new CellException("Interrupted", "interrupted");
  }

  String kind() {
    return kind;
  }

  List<String> lines() {
    return lines;
  }
}
