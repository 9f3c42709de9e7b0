package tapeline.kernel.cell;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;

/// Standard output, error and input of the running cell, in the order in which the learner expects
/// them. Text that a thread prints after the end of its cell is shown below the cell that ran last.
public final class CellStreams {
  private final PrintStream out;
  private final PrintStream err;
  private final InputStream input;
  private volatile List<CellOutput> output = List.of();

  /// @param in asks the learner
  public CellStreams(PrintStream out, PrintStream err, InputStream in) {
    this.out = out;
    this.err = err;
    input = new Input(in);
  }

  /// Gives the next cell streams that it has not filled yet.
  public void renew() {
    close();
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

  /// A question that was printed is seen before its answer is asked for.
  private final class Input extends FilterInputStream {
    Input(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      flush();
      return super.read();
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      flush();
      return super.read(bytes, from, count);
    }
  }
}
