package tapeline.instructor.board.run;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.board.BoardText;
import tapeline.instructor.judge.verdict.Judgement;
import tapeline.toolkit.ProgressBar;

/// How far a run is: on a terminal a bar that is drawn over itself, elsewhere a line for each pair.
public final class RunProgress {
  private static final int LONGEST = 40;

  private final PrintStream out;
  private final boolean terminal;
  private final LongSupplier clock;
  private @Nullable ProgressBar bar;
  private int done;
  private int failed;
  private long start;

  /// @param terminal whether `\r` goes back to the start of the line
  /// @param clock in ns
  public RunProgress(PrintStream out, boolean terminal, LongSupplier clock) {
    this.out = out;
    this.terminal = terminal;
    this.clock = clock;
  }

  void nothing() {
    out.println("Every pair has been judged: nothing to do.");
  }

  public void begin(int most) {
    start = clock.getAsLong();
    if (terminal) {
      bar = ProgressBar.of("judging", most, out, clock);
    } else {
      out.println("judging %d pairs at most".formatted(most));
    }
  }

  public void doing(String name, double share) {
    if (bar != null) {
      bar.at(done + share, BoardText.line(name, LONGEST));
    }
  }

  public void judged(String name, Judgement j) {
    done++;
    var s = j.score();
    var measured = s == null ? "" : String.format(Locale.ROOT, "  %.3g×", s.ratio());
    say("%-9s%s  %s  (%.1f s)".formatted(j.verdict(), measured, name, j.seconds()));
  }

  void failed(String name, String why) {
    failed++;
    say("NOT JUDGED  %s: %s".formatted(name, why));
  }

  public void end() {
    var rest = failed == 0 ? "" : ", %d not: start again to try them again".formatted(failed);
    var time = ProgressBar.time(clock.getAsLong() - start);
    say("%d pairs judged in %s%s".formatted(done, time, rest));
  }

  void note(String line) {
    say(line);
  }

  /// A line that stays.
  private void say(String text) {
    if (bar != null) {
      bar.say(text);
    } else {
      out.println(text);
      out.flush();
    }
  }
}
