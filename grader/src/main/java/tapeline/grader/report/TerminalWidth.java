package tapeline.grader.report;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// The width of the terminal that this process prints to.
public final class TerminalWidth {
  private static final int DEFAULT = 100;
  private static final int LEAST = 40;
  private static volatile int columns;

  private TerminalWidth() {}

  /// Finds the width again: that of the variable `COLUMNS`, else that of the terminal.
  public static void measure() {
    int said = of(System.getenv());
    columns = said > 0 || !TerminalOptions.isTerminal() ? said : asked();
  }

  /// Returns the columns that were last measured; 0 when the width is not known.
  public static int columns() {
    return columns;
  }

  /// Returns the columns that were last measured; 100 when the width is not known, as in a log.
  public static int orDefault() {
    int known = columns;
    return known == 0 ? DEFAULT : known;
  }

  /// Returns the columns that the environment names, 0 for none.
  static int of(Map<String, String> env) {
    return atLeast(env.getOrDefault("COLUMNS", ""));
  }

  /// Asks the system's `stty`, which prints rows and columns.
  private static int asked() {
    try {
      var stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")).start();
      var size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return atLeast(size.strip().replaceFirst("^\\d+ ", ""));
    } catch (IOException _) {
      return 0; // Windows has none
    }
  }

  private static int atLeast(String number) {
    return number.matches("[1-9]\\d{0,4}") ? Math.max(LEAST, Integer.parseInt(number)) : 0;
  }
}
