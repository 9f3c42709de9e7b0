package tapeline.kernel.cell;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/// Standard output, error and input of the running cell, in the order in which the learner expects
/// them. Text that a thread prints after the end of its cell is shown below the cell that ran last.
public final class CellStreams {
  private final PrintStream out;
  private final PrintStream err;
  private final Input input;
  private final InputStream inBefore = System.in;
  private final PrintStream outBefore = System.out;
  private final PrintStream errBefore = System.err;
  private volatile List<CellOutput> output = List.of();

  /// @param in asks the learner
  public CellStreams(PrintStream out, PrintStream err, InputStream in) {
    this.out = out;
    this.err = err;
    input = new Input(in);
  }

  /// Gives the next cell streams that it has not filled yet. What the cell before has not read of
  /// an answer is gone.
  public void renew() {
    close();
    input.forget();
    var printed = new CellOutput(out);
    var errors = new CellOutput(err);
    System.setOut(printed.stream());
    System.setErr(errors.stream());
    System.setIn(input);
    output = List.of(printed, errors);
  }

  /// Sends what was printed: something else is about to be shown.
  public void flush() {
    output.forEach(CellOutput::sendWaiting);
  }

  /// Sends the rest.
  public void close() {
    output.forEach(CellOutput::close);
  }

  /// Gives the process back the streams that it had before this kernel's cells. A kernel that
  /// follows in the same process would hold theirs, and with them this kernel.
  public void restore() {
    close();
    System.setIn(inBefore);
    System.setOut(outBefore);
    System.setErr(errBefore);
  }

  /// A question that was printed is seen before its answer is asked for. An answer is read byte by
  /// byte, as jjava's stream writes one that is too long beyond its room.
  private final class Input extends FilterInputStream {
    Input(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      flush();
      int next = super.read();
      return next == -1 ? -1 : next & 0xFF; // jjava's stream gives the byte with its sign
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      Objects.checkFromIndexSize(from, count, bytes.length);
      int read = 0;
      while (read < count && (read == 0 || available() > 0)) {
        int next = read();
        if (next < 0) {
          return read == 0 ? -1 : read;
        }
        bytes[from + read++] = (byte) next;
      }
      return read;
    }

    void forget() {
      try {
        while (available() > 0) {
          read();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
