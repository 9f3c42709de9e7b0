package tapeline.instructor.board;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Until when entries are taken, and how many of a team a day. Entries that the board has stay; one
/// that breaks the terms is not put on it, and may be taken in later.
///
/// @param deadline null where there is none
/// @param perDay of a team and event, by UTC; 0 for as many as they like
public record EntryTerms(@Nullable Instant deadline, int perDay) {

  /// The entry, refused where it breaks the terms.
  ///
  /// @param board what the board has
  /// @param now when a run reads it, which is all that is known of when it was handed in
  public SubmittedEntry admit(SubmittedEntry submitted, List<BoardEntry> board, Instant now) {
    var entry = submitted.entry();
    if (!entry.problem().isEmpty() || board.stream().anyMatch(e -> e.hash().equals(entry.hash()))) {
      return submitted;
    }
    var problem = "";
    if (deadline != null && now.isAfter(deadline)) {
      problem =
          "entries are taken until %s, and a run read this one first at %s"
              .formatted(deadline, now);
    } else if (perDay > 0 && today(entry, board, now) >= perDay) {
      problem = "a team enters an event %d times a day, got one more".formatted(perDay);
    }
    return problem.isEmpty()
        ? submitted
        : new SubmittedEntry(entry.as(entry.team(), problem), submitted.bytes());
  }

  private static long today(BoardEntry entry, List<BoardEntry> board, Instant now) {
    var day = now.toString().substring(0, "2026-12-01".length());
    return board.stream()
        .filter(e -> e.problem().isEmpty() && e.added().startsWith(day))
        .filter(e -> e.teamKey().equals(entry.teamKey()) && e.eventId().equals(entry.eventId()))
        .count();
  }
}
