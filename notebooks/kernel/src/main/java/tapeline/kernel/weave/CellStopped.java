package tapeline.kernel.weave;

/// Ends a cell that was interrupted. It passes each loop of the cell, and each of them throws it
/// again, so that no `catch (Throwable t)` keeps a cell alive.
public final class CellStopped extends Error {
  private static final long serialVersionUID = 1;

  public CellStopped(String message) {
    super(message, null, false, false);
  }
}
