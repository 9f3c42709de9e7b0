package tapeline.instructor.board.run;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;
import tapeline.instructor.judge.verdict.Judgement;

/// How far a run is: on a terminal a bar that is drawn over itself, elsewhere a line for each pair.
public final class RunProgress {
  private static final long PAUSE = 100_000_000; // ns from one drawing to the next
  private static final int CELLS = 20;
  private static final int WIDTH = 96;

  private final PrintStream out;
  private final boolean terminal;
  private final LongSupplier clock;
  private int total;
  private int done;
  private int failed;
  private long start;
  private long drawn;

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
    total = most;
    start = clock.getAsLong();
    drawn = start - PAUSE;
    if (!terminal) {
      out.println("judging %d pairs at most".formatted(total));
    }
  }

  public void doing(String name, double share) {
    long now = clock.getAsLong();
    if (!terminal || now - drawn < PAUSE) {
      return;
    }
    drawn = now;
    double part = total == 0 ? 1 : Math.min(1, (done + share) / total);
    var bar = "█".repeat((int) (part * CELLS)) + "░".repeat(CELLS - (int) (part * CELLS));
    var left =
        part > 0 && done > 0 ? time((long) ((now - start) * (1 - part) / part)) + " left" : "";
    line("%s %3.0f %%  %d of %d  %s  %s".formatted(bar, 100 * part, done, total, left, name));
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
    say("%d pairs judged in %s%s".formatted(done, time(clock.getAsLong() - start), rest));
  }

  void note(String line) {
    say(line);
  }

  /// A line that stays.
  private void say(String text) {
    if (terminal) {
      out.print("\r" + " ".repeat(WIDTH) + "\r");
    }
    out.println(text);
    out.flush();
  }

  private void line(String text) {
    var cut = text.length() > WIDTH ? text.substring(0, WIDTH - 1) + "…" : text;
    out.print("\r" + cut + " ".repeat(WIDTH - cut.length()));
    out.flush();
  }

  /// `42 s`, `3 min 20 s`, `2 h 5 min`.
  static String time(long nanos) {
    long s = Math.round(nanos / 1e9);
    return s < 60
        ? s + " s"
        : s < 3600 ? s / 60 + " min " + s % 60 + " s" : s / 3600 + " h " + s / 60 % 60 + " min";
  }
}
