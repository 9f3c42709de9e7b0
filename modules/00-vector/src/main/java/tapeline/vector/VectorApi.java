package tapeline.vector;

/// Says whether this JVM has the Vector API. What uses its classes is loaded only after a yes.
public final class VectorApi {
  private static final boolean THERE =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

  private VectorApi() {}

  public static boolean isThere() {
    return THERE;
  }

  /// Returns the message where the module is missing: the flag that adds it.
  public static String missing() {
    return "the Vector API is absent, the plain backend takes its place; start java with"
        + " --add-modules=jdk.incubator.vector";
  }
}
