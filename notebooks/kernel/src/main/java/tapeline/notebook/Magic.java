package tapeline.notebook;

import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;

/// One command of the course.
@FunctionalInterface
interface Magic {
  /// Does it, and says what it did.
  ///
  /// @param arguments the words behind the command's name
  /// @param body the lines below it; empty for a command of one line
  /// @throws NotebookException when it cannot be done
  DisplayData run(List<String> arguments, String body);
}
