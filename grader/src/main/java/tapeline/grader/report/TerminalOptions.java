package tapeline.grader.report;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/// What a terminal can show.
///
/// @param colour whether to write ANSI colours
/// @param utf8 whether symbols beyond ASCII can be shown
/// @param htmlReport where the whole report is, as the learner would type it
public record TerminalOptions(boolean colour, boolean utf8, String htmlReport) {

  /// What this JVM's standard output can show.
  public static TerminalOptions detect(String htmlReport) {
    var env = System.getenv();
    boolean windows = System.getProperty("os.name", "").startsWith("Windows");
    // To ask for the console costs 15 ms in a fresh JVM: only where its answer matters.
    boolean colour = colour(env, false, windows) || colour(env, true, windows) && isTerminal();
    boolean utf8 = System.out.charset().equals(StandardCharsets.UTF_8);
    return new TerminalOptions(colour, utf8, htmlReport);
  }

  private static boolean isTerminal() {
    var console = System.console();
    return console != null && console.isTerminal();
  }

  /// Whether to colour: never with `NO_COLOR`, always with `CLICOLOR_FORCE`, else on a terminal
  /// that knows colours. `TERM` tells this; on Windows so do `WT_SESSION` (Windows Terminal),
  /// `ConEmuANSI` and `ANSICON`.
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
        || windows
            && (env.containsKey("WT_SESSION")
                || env.containsKey("ANSICON")
                || env.getOrDefault("ConEmuANSI", "").equals("ON"));
  }
}
