package tapeline.start;

/** Starts the kernel, or says in one line why this Java cannot. Compiled for Java 17. */
public final class Start {
  private static final int NEEDED = 25;

  private Start() {}

  public static void main(String[] args) throws Exception {
    int version = Runtime.version().feature();
    if (version < NEEDED) {
      System.err.printf(
          "Tapeline's kernel needs a JDK %d, and this one is %s (%s): run ./tapeline notebook again%n",
          NEEDED, Runtime.version(), System.getProperty("java.home"));
      System.exit(1);
    }
    Class.forName("tapeline.kernel.KernelMain")
        .getMethod("main", String[].class)
        .invoke(null, (Object) args);
  }
}
