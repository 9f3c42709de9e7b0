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
    var challenge = row.challenge();
    if (challenge == null) {
      return "Not judged yet beside the entry that has its team’s place.";
    }
    if (challenge.isBeforeBroken() && challenge.entry().equals(row.entry())) {
      return "Its team’s entry “%s” broke a rule beside it, and is not the first that did: a person has to look."
          .formatted(challenge.before().name());
    }
    if (challenge.isBeforeBroken()) {
      return "A later entry of its team, “%1$s”, took its place, as this one broke a rule beside it. Of “%1$s” the judge says: %2$s"
          .formatted(challenge.entry().name(), challenge.kept().judgement().reason());
    }
    if (challenge.won()) {
      return "A later entry of its team, “%s”, is better and took its place."
          .formatted(challenge.entry().name());
    }
    var score = challenge.kept().judgement().score();
    return "Not shown to be better than its team’s entry “%s”%s, which keeps the place."
        .formatted(
            challenge.before().name(), score == null ? "" : " (" + RatioAxis.words(score) + ")");
  }
}
