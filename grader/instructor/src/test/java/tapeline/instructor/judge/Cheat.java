package tapeline.instructor.judge;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tapeline.competition.Event;
import tapeline.instructor.judge.duel.TimedPair;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.JudgeVerdict;
import tapeline.instructor.judge.verdict.Judgement;

/// A submission that tries something, and what has to become of it.
///
/// @param name its folder's, in the tests' resources, unless it is made by code
/// @param what it tries, for people
/// @param event in which
/// @param make writes it into a new folder, and returns the submission
/// @param strict what the judge makes of it
/// @param loose what a judge makes of it that does not read its classes: what the sandbox and the
///   pipe are worth alone; null where the list has no say
record Cheat(String name, String what, Event event, Maker make, Fate strict, @Nullable Fate loose) {

  /// Makes a submission.
  @FunctionalInterface
  interface Maker {
    Path in(Path folder) throws IOException;
  }

  /// The outcome that a submission has to have.
  ///
  /// @param verdict null for any place in the ranking: what it tries is of no use
  /// @param defences one of which stops it
  /// @param text for the table
  /// @param maySlow whether it may be ranked where it is not better, and no more uneven than the
  ///   other side: so it is on a busy machine, which delays both
  record Fate(@Nullable JudgeVerdict verdict, Set<Defence> defences, String text, boolean maySlow) {
    static final Fate RANKED =
        new Fate(null, EnumSet.noneOf(Defence.class), "it gains nothing", false);

    static Fate refused(Defence defence) {
      return new Fate(JudgeVerdict.REFUSED, Set.of(defence), defence.text(), false);
    }

    static Fate rejected(Defence first, Defence... others) {
      return new Fate(JudgeVerdict.REJECTED, EnumSet.of(first, others), first.text(), false);
    }

    /// A person looks at it, or it has a place in the ranking that it does not win.
    static Fate slow(Defence defence) {
      return new Fate(JudgeVerdict.REVIEW, Set.of(defence), defence.text(), true);
    }

    /// Returns this fate with the reason: the part of the sandbox that stands behind the defence.
    Fate by(String why) {
      return new Fate(verdict, defences, why, maySlow);
    }

    boolean isThat(Judgement judgement) {
      if (verdict == null) {
        return judgement.verdict().isRanked();
      }
      if (maySlow && judgement.verdict().isRanked()) {
        return judgement.verdict() != JudgeVerdict.BETTER
            && requireNonNull(judgement.score()).spread() <= TimedPair.MOST_SPREAD;
      }
      return judgement.verdict() == verdict
          && defences.stream().anyMatch(d -> d.text().equals(judgement.defence()));
    }

    String verdictText() {
      return verdict == null ? "ranked" : verdict.name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
