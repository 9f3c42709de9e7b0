package tapeline.kernel.cell;

/// Colours, as front ends show them in errors.
public final class Ansi {
  private static final String OFF = "\u001B[0m";

  private Ansi() {}

  public static String red(String text) {
    return "\u001B[31m" + text + OFF;
  }

  static String bold(String text) {
    return "\u001B[1m" + text + OFF;
  }
}
