package tapeline.grader.report;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/// Prints lines to a terminal: a line longer than the terminal is wide goes on in the next row,
/// from a space on. What is printed without `println`, such as the output of programs, stays as it
/// is.
public final class LinePrinter extends PrintStream {

  /// Prints to `out`.
  public LinePrinter(OutputStream out, Charset charset) {
    super(out, false, charset);
  }

  @Override
  public void println(String text) {
    int width = TerminalWidth.columns();
    if (width == 0 || text.length() <= width) {
      super.println(text);
    } else {
      Lines.wrap(text, width).forEach(super::println);
    }
  }
}
