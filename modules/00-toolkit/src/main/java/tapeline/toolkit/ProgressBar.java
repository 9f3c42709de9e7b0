package tapeline.toolkit;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/// A line that says how far a long computation is, drawn over itself again and again.
///
/// ```java
/// try (var bar = ProgressBar.of("training", 1000)) {
///   for (int i = 0; i < 1000; i++) {
///     neuron.step(inputs, targets, 0.5);
///     bar.step();
///   }
/// }
/// ```
///
/// ```text
/// training  ████████░░░░░░░░░░░░  40 %  400 of 1000  7.2 s left
/// ```
///
/// At most ten times a second it returns to the start of its line and prints it anew, so it works
/// in a terminal and in every notebook; what else is printed meanwhile lands on the same line. The
/// last line stays: how long it took, or where it stopped. A step costs a look at the clock. For
/// use by one thread.
public final class ProgressBar implements AutoCloseable {
  private static final long PAUSE = 100_000_000; // nanoseconds from one drawing to the next
  private static final int CELLS = 20;

  private final String what;
  private final long total;
  private final PrintStream out;
  private final LongSupplier clock;
  private final long start;
  private double done;
  private long drawn;
  private int width;

  private ProgressBar(String what, long total, PrintStream out, LongSupplier clock) {
    if (total < 0) {
      throw new IllegalArgumentException("a progress bar needs 0 steps or more, got " + total);
    }
    this.what = what;
    this.total = total;
    this.out = out;
    this.clock = clock;
    this.start = clock.getAsLong();
    draw(start, "");
  }

  /// A bar on [System#out] for `total` steps of `what`.
  ///
  /// @throws IllegalArgumentException when `total` is negative
  public static ProgressBar of(String what, long total) {
    return of(what, total, System.out, System::nanoTime);
  }

  /// A bar on another stream, by a clock that counts nanoseconds.
  ///
  /// @throws IllegalArgumentException when `total` is negative
  public static ProgressBar of(String what, long total, PrintStream out, LongSupplier clock) {
    return new ProgressBar(what, total, out, clock);
  }

  /// One step more is done.
  public void step() {
    step(1);
  }

  /// So many steps more are done.
  public void step(long steps) {
    at(done + steps, "");
  }

  /// So many steps are done, of the last perhaps a part.
  ///
  /// @param doing what is being done, for the end of the line; empty for nothing
  public void at(double steps, String doing) {
    done = steps;
    long now = clock.getAsLong();
    if (done > 0 && now - drawn >= PAUSE) {
      double stepTime = (now - start) / done;
      long left = (long) (stepTime * Math.max(0, total - done));
      draw(now, time(left) + " left" + (doing.isEmpty() ? "" : "  " + doing));
    }
  }

  /// A line that stays; the bar goes on below it.
  public void say(String line) {
    out.print("\r" + " ".repeat(width) + "\r");
    out.println(line);
    out.flush();
    width = 0;
  }

  /// Draws the line that stays.
  @Override
  public void close() {
    long now = clock.getAsLong();
    draw(now, (done < total ? "stopped after " : "in ") + time(now - start));
    out.println();
  }

  private void draw(long now, String rest) {
    boolean blocks = out.charset().newEncoder().canEncode('█');
    long percent = total == 0 ? 100 : (long) (100 * done / total);
    int full = (int) Math.min(CELLS, percent * CELLS / 100);
    var bar = (blocks ? "█" : "#").repeat(full) + (blocks ? "░" : ".").repeat(CELLS - full);
    var count = String.format(Locale.ROOT, "%3d %%  %d of %d", percent, (long) done, total);
    var line = what + "  " + bar + " " + count + "  " + rest;
    out.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
    out.flush();
    width = line.length();
    drawn = now;
  }

  /// `7.2 s`, `42 s`, `3 min 20 s`, `2 h 5 min`.
  public static String time(long nanos) {
    double seconds = nanos / 1e9;
    long whole = Math.round(seconds);
    if (whole < 10) return String.format(Locale.ROOT, "%.1f s", seconds);
    if (whole < 60) return whole + " s";
    if (whole < 3600) return whole / 60 + " min " + whole % 60 + " s";
    return whole / 3600 + " h " + whole / 60 % 60 + " min";
  }
}
