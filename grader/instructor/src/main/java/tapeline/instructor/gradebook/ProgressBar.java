package tapeline.instructor.gradebook;

import java.io.PrintStream;

/// How far a run has come: one line that changes on a terminal, a line each tenth elsewhere.
final class ProgressBar {
  private static final int WIDTH = 30;

  private final PrintStream out;
  private final int all;
  private final boolean changes;
  private final long start = System.nanoTime();
  private int done;

  ProgressBar(PrintStream out, int all, boolean changes) {
    this.out = out;
    this.all = all;
    this.changes = changes;
  }

  /// One more is done.
  synchronized void step(String what) {
    done++;
    double left = (System.nanoTime() - start) / 1e9 / done * (all - done);
    int filled = WIDTH * done / all;
    var line =
        "%s%s %d/%d  %d s left  %s"
            .formatted(
                "█".repeat(filled), "░".repeat(WIDTH - filled), done, all, Math.round(left), what);
    if (changes) {
      out.print("\r\u001b[K" + line + (done == all ? "\n" : ""));
    } else if (10 * done / all > 10 * (done - 1) / all) {
      out.println(line);
    }
    out.flush();
  }
}
