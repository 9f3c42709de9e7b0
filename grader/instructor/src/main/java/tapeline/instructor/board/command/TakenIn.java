package tapeline.instructor.board.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.board.BoardEntry;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.board.BoardText;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.EntryTerms;
import tapeline.instructor.board.Intake;
import tapeline.instructor.board.SubmittedEntry;
import tapeline.instructor.board.TeamRoster;

/// Takes submissions in: puts them on the board, and says what is new, refused or ignored.
final class TakenIn {
  private TakenIn() {}

  /// @param roster null where whatever a manifest says is a team
  static void from(
      Path submissions,
      @Nullable TeamRoster roster,
      EntryTerms terms,
      BoardStore store,
      PrintStream out)
      throws IOException {
    var ignored = new ArrayList<String>();
    int most =
        store.events().stream()
            .mapToInt(e -> e.event().limits().archiveKiB())
            .max()
            .orElse(Intake.MOST);
    if (roster != null) {
      store.rename(roster::shown); // a pseudonym may be new
    }
    var found =
        roster == null
            ? Intake.find(submissions, most, ignored)
            : roster.in(submissions, most, ignored);
    var submitted = new ArrayList<BoardEntry>();
    var board = new ArrayList<>(store.entries());
    int fresh = 0;
    int undated = 0;
    for (var unread : found) {
      var one = unread.read();
      var receipt = store.receipt(one.entry()).orElse(null);
      var when = receipt == null ? Instant.now() : receipt.received();
      var admitted =
          receipt == null ? one : store.terms(terms, one.entry(), receipt).admit(one, board, when);
      if (receipt == null) {
        undated++;
      } else if (one.entry().problem().isEmpty()) {
        store.leaveOut(receipt, admitted.equals(one) ? "" : admitted.entry().problem());
      }
      submitted.add(admitted.entry());
      // What breaks the terms is not kept: it may keep them on another day.
      var dated = new SubmittedEntry(one.entry().at(when), one.bytes());
      if (admitted.equals(one) && store.add(dated)) {
        board.add(dated.entry());
        fresh++;
      }
    }
    out.println("%d entries in %s, %d of them new".formatted(submitted.size(), submissions, fresh));
    if (!terms.equals(EntryTerms.NONE) && undated > 0) {
      out.println(
          BoardWords.count(undated, "entry has", "entries have")
              + " no receipt: --deadline and --per-day count by receipts alone");
    }
    var sources = new HashMap<String, String>();
    for (var entry : submitted) {
      var first = sources.putIfAbsent(entry.hash(), entry.source());
      if (first != null) {
        out.println("SAME     %s: it is %s once more".formatted(entry.source(), first));
      }
      if (!entry.problem().isEmpty()) {
        out.println(
            "REFUSED  %s: %s".formatted(entry.source(), BoardText.line(entry.problem(), 200)));
      }
    }
    if (!ignored.isEmpty()) {
      var names = ignored.stream().map(name -> BoardText.line(name, 80)).toList();
      out.println("ignored, as no entry: " + String.join(", ", names));
    }
  }
}
