package tapeline.grader.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalOptionsTest {
  private static boolean unix(Map<String, String> env, boolean terminal) {
    return TerminalOptions.colour(env, terminal, false);
  }

  private static boolean windows(Map<String, String> env) {
    return TerminalOptions.colour(env, true, true);
  }

  @Test
  void colours_a_terminal_but_not_a_pipe() {
    var env = Map.of("TERM", "xterm-256color");
    assertThat(unix(env, true)).as("TERM=xterm-256color, a terminal").isTrue();
    assertThat(unix(env, false)).as("TERM=xterm-256color, a pipe").isFalse();
  }

  @Test
  void does_not_colour_a_terminal_that_knows_none() {
    assertThat(unix(Map.of("TERM", "dumb"), true)).as("TERM=dumb").isFalse();
    assertThat(unix(Map.of(), true)).as("no TERM").isFalse();
    assertThat(unix(Map.of("WT_SESSION", "7"), true)).as("no TERM, not on Windows").isFalse();
    assertThat(unix(Map.of("TERM", "xterm", "CLICOLOR", "0"), true)).as("CLICOLOR=0").isFalse();
  }

  @Test
  void no_color_wins_over_everything() {
    var env = Map.of("TERM", "xterm", "NO_COLOR", "1", "CLICOLOR_FORCE", "1");
    assertThat(unix(env, true)).as("NO_COLOR=1 with CLICOLOR_FORCE=1").isFalse();
    assertThat(unix(Map.of("TERM", "xterm", "NO_COLOR", ""), true)).as("an empty one").isTrue();
  }

  @Test
  void clicolor_force_colours_a_pipe() {
    assertThat(unix(Map.of("CLICOLOR_FORCE", "1"), false)).as("CLICOLOR_FORCE=1").isTrue();
    assertThat(unix(Map.of("CLICOLOR_FORCE", "0"), false)).as("CLICOLOR_FORCE=0").isFalse();
  }

  @Test
  void on_windows_only_terminals_that_say_so_are_coloured() {
    assertThat(windows(Map.of())).as("the old console").isFalse();
    assertThat(windows(Map.of("WT_SESSION", "7"))).as("Windows Terminal").isTrue();
    assertThat(windows(Map.of("ConEmuANSI", "ON"))).as("ConEmu").isTrue();
    assertThat(windows(Map.of("ConEmuANSI", "OFF"))).as("ConEmu without ANSI").isFalse();
    assertThat(windows(Map.of("ANSICON", "80x25"))).as("ANSICON").isTrue();
    assertThat(windows(Map.of("TERM", "xterm"))).as("Git Bash").isTrue();
  }
}
