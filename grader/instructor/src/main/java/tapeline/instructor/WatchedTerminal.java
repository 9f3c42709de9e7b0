package tapeline.instructor;

/// Whether a person watches what is printed: then a line may be drawn over.
public final class WatchedTerminal {
  private WatchedTerminal() {}

  @SuppressWarnings("SystemConsoleNull") // It is null on a JDK 25 whose input or output is a pipe.
  public static boolean isThere() {
    var console = System.console();
    return console != null && console.isTerminal();
  }
}
