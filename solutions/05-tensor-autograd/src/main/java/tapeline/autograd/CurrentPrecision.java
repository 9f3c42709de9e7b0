package tapeline.autograd;

/// Which [TapePrecision] is in use.
final class CurrentPrecision {
  private static volatile TapePrecision current = TapePrecision.PLAIN;

  private CurrentPrecision() {}

  static TapePrecision get() {
    return current;
  }

  static TapePrecision.Use use(TapePrecision precision) {
    var before = current;
    current = precision;
    return () -> current = before;
  }
}
