package tapeline.autograd;

/// Which [TapeListener] is in use.
final class CurrentListener {
  private static volatile TapeListener current = TapeListener.NONE;

  private CurrentListener() {}

  static TapeListener get() {
    return current;
  }

  static TapeListener.Use use(TapeListener listener) {
    var before = current;
    current = listener;
    return () -> current = before;
  }
}
