package tapeline.laboratory.suite;

/// Which part of a [Pass] is timed.
public enum Phase {
  /// Recording the function.
  FORWARD,
  /// Walking the recording back.
  BACKWARD,
  /// Both, as a user has them.
  TOTAL;

  /// Runs it once.
  double run(Pass pass) {
    return switch (this) {
      case FORWARD -> pass.forward();
      case BACKWARD -> pass.backward();
      case TOTAL -> pass.total();
    };
  }
}
