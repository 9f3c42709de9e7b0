package tapeline.instructor.board;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Until when entries are taken, and how many of a team a day, by their receipts. Entries that the
/// board has stay; one that breaks the terms is not put on it, and may be taken in later.
///
/// @param deadline null where there is none
/// @param perDay of a team and event, by UTC; 0 for as many as they like
public record EntryTerms(@Nullable Instant deadline, int perDay) {
  /// The terms by which every entry is taken.
  public static final EntryTerms NONE = new EntryTerms(null, 0);

  /// Begins what is said of an entry that came after its deadline.
  public static final String LATE = "it is late: ";

  /// The entry, refused where it breaks the terms.
  ///
  /// @param board what the board has
  /// @param when it was handed in, by its receipt
  public SubmittedEntry admit(SubmittedEntry submitted, List<BoardEntry> board, Instant when) {
    var entry = submitted.entry();
    if (!entry.problem().isEmpty() || board.stream().anyMatch(e -> e.hash().equals(entry.hash()))) {
      return submitted;
    }
    var problem = "";
    if (deadline != null && when.isAfter(deadline)) {
      problem =
          LATE + "entries are taken until %s, and this one came at %s".formatted(deadline, when);
    } else if (perDay > 0 && today(entry, board, when) >= perDay) {
      problem = "a team enters an event %d times a day, got one more".formatted(perDay);
    }
    return problem.isEmpty()
        ? submitted
        : new SubmittedEntry(entry.as(entry.team(), problem), submitted.bytes());
  }

  private static long today(BoardEntry entry, List<BoardEntry> board, Instant when) {
    var day = when.toString().substring(0, "2026-12-01".length());
    return board.stream()
        .filter(e -> e.problem().isEmpty() && e.added().startsWith(day))
        .filter(e -> e.teamKey().equals(entry.teamKey()) && e.eventId().equals(entry.eventId()))
        .count();
  }
}
