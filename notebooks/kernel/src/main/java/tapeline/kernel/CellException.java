package tapeline.kernel;

import java.util.List;

/// Why a cell did not run to its end, in lines for the student.
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

  String kind() {
    return kind;
  }

  List<String> lines() {
    return lines;
  }
}
