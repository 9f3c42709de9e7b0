package tapeline.instructor.board.command;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/// Opens the user's web browser.
final class Browser {
  private Browser() {}

  /// Opens an address, or says that it could not.
  static void open(String url, PrintStream out) {
    var system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    var command =
        system.contains("windows")
            ? List.of("rundll32", "url.dll,FileProtocolHandler", url)
            : List.of(system.contains("mac") ? "open" : "xdg-open", url);
    try {
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException _) {
      out.println("no browser could be started; open " + url);
    }
  }
}
