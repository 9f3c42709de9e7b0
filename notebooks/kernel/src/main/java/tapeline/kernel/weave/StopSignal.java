package tapeline.kernel.weave;

/// Stops the running cell: woven code asks it at loops, see [Weaver].
public final class StopSignal {
  private static volatile boolean raised;

  private StopSignal() {}

  public static void raise() {
    raised = true;
  }

  public static void lower() {
    raised = false;
  }

  public static boolean isRaised() {
    return raised;
  }

  /// Called by woven code where it could go on for ever.
  public static void check() {
    if (raised) {
      throw new CellStopped("interrupted");
    }
  }

  /// Called by woven code in place of `System.exit(code)` and its like.
  @SuppressWarnings("DoNotCallSuggester")
  public static void exit(int code) {
    throw new IllegalStateException(
        "System.exit(%d) would end the notebook's kernel; nothing was ended".formatted(code));
  }
}
