package tapeline.kernel;

/// Stops the running cell: woven code asks it at loops, see [Weaver].
public final class StopSignal {
  private static volatile boolean stop;

  private StopSignal() {}

  static void raise() {
    stop = true;
  }

  static void lower() {
    stop = false;
  }

  static boolean isRaised() {
    return stop;
  }

  /// Called by woven code before it goes back to a loop's beginning.
  public static void check() {
    if (stop) {
      throw new CellStopped();
    }
  }

  /// Called by woven code in place of `System.exit(code)` and its like.
  public static void exit(int code) {
    throw new IllegalStateException(
        "System.exit(%d) would end the notebook's kernel; nothing was ended".formatted(code));
  }
}
