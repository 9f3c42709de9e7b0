package tapeline.instructor.board.page;

import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.Ranking.UnrankedRow;

/// Why an entry has no place in its event's ranking.
final class NoPlace {
  private NoPlace() {}

  /// In a sentence.
  static String why(UnrankedRow row) {
    var kept = row.kept();
    if (!row.entry().problem().isEmpty()) {
      return "⊘ refused: " + row.entry().problem();
    }
    if (kept == null) {
      return "Not judged yet.";
    }
    var j = kept.judgement();
    if (!j.verdict().isRanked()) {
      return BoardWords.word(j.verdict()) + ": " + j.reason();
    }
    return besideItsTeam(row);
  }

  private static String besideItsTeam(UnrankedRow row) {
    var placed = row.placed();
    if (placed != null && placed.seq() > row.entry().seq()) {
      return "A later entry of its team, “%s”, is better and took its place."
          .formatted(placed.name());
    }
    var challenge = row.challenge();
    if (challenge == null) {
      return "Not judged yet beside the entry that has its team’s place.";
    }
    var score = challenge.kept().judgement().score();
    return "Not shown to be better than its team’s entry “%s”%s, which keeps the place."
        .formatted(
            challenge.before().name(), score == null ? "" : " (" + RatioAxis.words(score) + ")");
  }
}
