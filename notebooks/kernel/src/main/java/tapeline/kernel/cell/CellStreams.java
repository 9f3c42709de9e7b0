package tapeline.kernel.cell;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/// Standard output, error and input of the running cell, in the order in which the learner expects
/// them.
public final class CellStreams {
  private final InputStream input;
  private volatile List<CellOutput> output = List.of();

  /// @param in asks the learner
  public CellStreams(InputStream in) {
    input = new Input(in);
  }

  /// Puts itself between the cell and the streams that jjava has set.
  public void replace() {
    var out = new CellOutput(System.out);
    var err = new CellOutput(System.err);
    System.setOut(out.stream());
    System.setErr(err.stream());
    System.setIn(input);
    output = List.of(out, err);
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
