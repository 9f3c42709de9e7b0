package tapeline.kernel.cell;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// The output of one cell, sent to the front end in pieces: a message for each line would be too
/// many, and more than a megabyte would hang a browser.
public final class CellOutput extends OutputStream {
  private static final int MOST = 1 << 20;
  private static final int PIECE = 1 << 13;
  private static final long MILLIS = 50;
  private static final String CUT = "\n… a cell shows 1 MiB of output; the rest is cut\n";
  private static final ScheduledExecutorService CLOCK =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("output").unstarted(task));

  private final PrintStream to;
  private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
  private int taken;
  private boolean due;

  CellOutput(PrintStream to) {
    this.to = to;
  }

  /// A value's text, of which as much is shown as a cell may print.
  public static String cut(String text) {
    return text.length() <= MOST ? text : text.substring(0, MOST) + CUT;
  }

  /// Returns the stream to which the cell prints.
  PrintStream stream() {
    return new PrintStream(this, false, UTF_8);
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int count) {
    int left = MOST - taken;
    if (left <= 0) {
      return;
    }
    taken += Math.min(count, left);
    waiting.write(bytes, from, Math.min(count, left));
    if (taken == MOST) {
      send(whole());
      waiting.reset();
      waiting.writeBytes(CUT.getBytes(UTF_8));
    }
    if (waiting.size() >= PIECE) {
      send(whole());
    } else if (!due) {
      due = true;
      var _ = CLOCK.schedule(this::sendWaiting, MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /// Sends what waits.
  synchronized void sendWaiting() {
    due = false;
    send(whole());
  }

  /// Sends all, whether its last character is whole or not.
  @Override
  public synchronized void close() {
    due = false;
    send(waiting.size());
  }

  private void send(int count) {
    if (count > 0) {
      var bytes = waiting.toByteArray();
      to.write(bytes, 0, count);
      to.flush();
      waiting.reset();
      waiting.write(bytes, count, bytes.length - count);
    }
  }

  /// How many of the waiting bytes are whole characters: a piece must not end inside one.
  private int whole() {
    var bytes = waiting.toByteArray();
    int lead = bytes.length - 1;
    while (lead >= 0 && (bytes[lead] & 0xC0) == 0x80) {
      lead--;
    }
    if (lead < 0) {
      return bytes.length;
    }
    int first = bytes[lead] & 0xFF;
    int length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    return lead + length <= bytes.length ? bytes.length : lead;
  }
}
