package tapeline.tensor;

/// Which [Backend] is in use.
final class CurrentBackend {
  private static volatile Backend current = new CpuBackend();

  private CurrentBackend() {}

  static Backend get() {
    return current;
  }

  static Backend.Use use(Backend backend) {
    var before = current;
    current = backend;
    return () -> current = before;
  }
}
