package tapeline.kernel;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// What one cell prints, sent to the front end in pieces: a message a line would be too many, and
/// more than a megabyte would hang a browser.
final class CellOutput implements AutoCloseable {
  private static final int MOST = 1 << 20;
  private static final int PIECE = 1 << 13;
  private static final long MILLIS = 50;
  private static final ScheduledExecutorService CLOCK =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("output").unstarted(task));

  private final PrintStream to;
  private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
  private int taken;
  private boolean due;

  private CellOutput(PrintStream to) {
    this.to = to;
  }

  static CellOutput of(PrintStream to) {
    return new CellOutput(to);
  }

  /// Where the cell prints.
  PrintStream stream() {
    var pieces =
        new OutputStream() {
          @Override
          public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int from, int count) {
            take(bytes, from, count);
          }
        };
    return new PrintStream(pieces, false, StandardCharsets.UTF_8);
  }

  private synchronized void take(byte[] bytes, int from, int count) {
    int left = MOST - taken;
    if (left <= 0) {
      return;
    }
    taken += Math.min(count, left);
    waiting.write(bytes, from, Math.min(count, left));
    if (count >= left) {
      waiting.writeBytes(
          "\n… a cell shows 1 MiB of output; the rest is cut\n".getBytes(StandardCharsets.UTF_8));
    }
    if (waiting.size() >= PIECE) {
      close();
    } else if (!due) {
      due = true;
      CLOCK.schedule(this::close, MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /// Sends what waits.
  @Override
  public synchronized void close() {
    due = false;
    if (waiting.size() > 0) {
      to.writeBytes(waiting.toByteArray());
      to.flush();
      waiting.reset();
    }
  }
}
