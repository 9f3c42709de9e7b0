package tapeline.kernel;

/// Ends a cell that was interrupted.
final class CellStopped extends Error {
  private static final long serialVersionUID = 1;

  CellStopped() {
    super("interrupted", null, false, false);
  }
}
