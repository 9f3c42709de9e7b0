package tapeline.kernel.cell;

import java.util.List;
import tapeline.kernel.weave.CellStopped;

/// Why a cell did not run to its end, in lines for the learner.
public final class CellException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String kind;
  private final transient List<String> lines;

  /// @param kind its name, for example `CompileError`
  CellException(String kind, String message, List<String> lines) {
    super(message);
    this.kind = kind;
    this.lines = List.copyOf(lines);
  }

  /// Makes an exception whose traceback is its message.
  public CellException(String kind, String message) {
    this(kind, message, message.lines().map(Ansi::red).toList());
  }

  /// The cell was stopped, and how.
  public static CellException interrupted(CellStopped how) {
    return new CellException("Interrupted", String.valueOf(how.getMessage()));
  }

  /// The cell was stopped.
  public static CellException interrupted() {
    return new CellException("Interrupted", "interrupted");
  }

  public String kind() {
    return kind;
  }

  public List<String> lines() {
    return lines;
  }
}
