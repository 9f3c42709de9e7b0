package tapeline.grader.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/// Keeps what the code under test prints, up to a limit, and counts the rest.
final class OutputCapture extends OutputStream {
  private static final int LIMIT = 16 << 10;

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private long dropped;

  private OutputCapture() {}

  /// Becomes `System.out` and `System.err`.
  static OutputCapture install() {
    var capture = new OutputCapture();
    var stream = new PrintStream(capture, false, UTF_8);
    System.setOut(stream);
    System.setErr(stream);
    return capture;
  }

  @Override
  public synchronized void write(int b) {
    if (kept.size() < LIMIT) {
      kept.write(b);
    } else {
      dropped++;
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    int fits = Math.min(length, LIMIT - kept.size());
    kept.write(bytes, offset, fits);
    dropped += length - fits;
  }

  /// The output since the last call, with a line that says how much was cut.
  synchronized String take() {
    var text = kept.toString(UTF_8);
    if (dropped > 0) {
      text += "\n… and " + dropped + " more bytes";
    }
    kept.reset();
    dropped = 0;
    return text;
  }
}
