package tapeline.instructor.board.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.board.BoardText;
import tapeline.instructor.board.Intake;

/// Takes submissions in: puts them on the board, and says what is new, refused or ignored.
final class TakenIn {
  private TakenIn() {}

  static void from(Path submissions, BoardStore store, PrintStream out) throws IOException {
    var ignored = new ArrayList<String>();
    var submitted = Intake.read(submissions, ignored);
    int fresh = 0;
    for (var one : submitted) {
      fresh += store.add(one) ? 1 : 0;
    }
    out.println("%d entries in %s, %d of them new".formatted(submitted.size(), submissions, fresh));
    for (var one : submitted) {
      var entry = one.entry();
      if (!entry.problem().isEmpty()) {
        out.println(
            "REFUSED  %s: %s".formatted(entry.source(), BoardText.line(entry.problem(), 200)));
      }
    }
    if (!ignored.isEmpty()) {
      out.println("neither folder nor zip, ignored: " + String.join(", ", ignored));
    }
  }
}
