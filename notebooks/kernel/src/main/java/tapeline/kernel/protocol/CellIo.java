package tapeline.kernel.protocol;

import java.nio.charset.StandardCharsets;
import org.dflib.jjava.jupyter.channels.ShellReplyEnvironment;
import org.dflib.jjava.jupyter.kernel.JupyterIO;

/// jjava's streams and displays. They stay with a cell after its end: its threads may still print.
public final class CellIo extends JupyterIO {
  public CellIo() {
    super(StandardCharsets.UTF_8);
  }

  /// From here on, what is printed and displayed belongs to this request.
  ///
  /// @param questions whether its front end lets the cell ask the learner
  public void attach(ShellReplyEnvironment request, boolean questions) {
    setEnv(request);
    setJupyterInEnabled(questions);
  }

  /// The cell has ended: its threads ask nothing more.
  public void end() {
    setJupyterInEnabled(false);
  }
}
