package tapeline.grader.report;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tapeline.grader.course.Front;

/// The abilities of a terminal.
///
/// @param colour whether to write ANSI colours
/// @param utf8 whether symbols beyond ASCII can be shown
/// @param width its columns
/// @param htmlReport where the whole report is, as the learner would type it
/// @param front how the commands read that the report names
/// @param watched whether files are watched, so that keys and saves stand for commands
public record TerminalOptions(
    boolean colour, boolean utf8, int width, String htmlReport, Front front, boolean watched) {

  /// The abilities of `out`, this JVM's standard output, whose width was measured.
  public static TerminalOptions detect(PrintStream out, String htmlReport, boolean watched) {
    var env = System.getenv();
    boolean windows = System.getProperty("os.name", "").startsWith("Windows");
    // To ask for the console is slow in a fresh JVM: only where its answer matters.
    boolean colour = colour(env, false, windows) || (colour(env, true, windows) && isTerminal());
    return new TerminalOptions(
        colour,
        out.charset().equals(StandardCharsets.UTF_8),
        TerminalWidth.orDefault(),
        htmlReport,
        Front.terminal(),
        watched);
  }

  /// Returns whether a person watches what is printed: then a line may be drawn over.
  @SuppressWarnings("SystemConsoleNull") // It is null on a JDK 25 whose input or output is a pipe.
  public static boolean isTerminal() {
    var console = System.console();
    return console != null && console.isTerminal();
  }

  /// Returns whether to colour: never with `NO_COLOR`, always with `CLICOLOR_FORCE`, else on a
  /// terminal that knows colours. `TERM` tells this; on Windows so do `WT_SESSION` (Windows
  /// Terminal), `ConEmuANSI` and `ANSICON`.
  ///
  /// Sources: no-color.org, bixense.com/clicolors.
  public static boolean colour(Map<String, String> env, boolean terminal, boolean windows) {
    if (!env.getOrDefault("NO_COLOR", "").isEmpty()) {
      return false;
    }
    var force = env.getOrDefault("CLICOLOR_FORCE", "");
    if (!force.isEmpty() && !force.equals("0")) {
      return true;
    }
    var term = env.getOrDefault("TERM", "");
    if (!terminal || term.equals("dumb") || env.getOrDefault("CLICOLOR", "").equals("0")) {
      return false;
    }
    return !term.isEmpty()
        || (windows
            && (env.containsKey("WT_SESSION")
                || env.containsKey("ANSICON")
                || env.getOrDefault("ConEmuANSI", "").equals("ON")));
  }
}
