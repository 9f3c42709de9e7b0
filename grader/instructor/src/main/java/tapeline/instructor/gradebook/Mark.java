package tapeline.instructor.gradebook;

import java.time.Instant;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.grader.result.Verdict;

/// One line of the gradebook: a student, what grading found, and what is left of it after lateness.
///
/// @param result null where nothing was handed in, or a person marks what the grader failed on
/// @param when it was handed in; null where nothing was, or that is not known
/// @param timeFrom whose word `when` is; empty where it is not known
/// @param points that could be earned
/// @param total the points earned, less those for late days; or what a person set
/// @param byHand null where no person did
record Mark(
    Student student,
    @Nullable StudentResult result,
    @Nullable Instant when,
    long lateDays,
    String timeFrom,
    int points,
    double total,
    @Nullable HandMark byHand) {

  /// `graded`, `missing`, `by hand` where exercises have points by hand, or `refused: …` and `by
  /// hand: …` with the reason.
  String status() {
    if (byHand != null && byHand.total() != null) {
      return "by hand: " + byHand.reason();
    }
    if (result == null) {
      return "missing";
    }
    if (!result.refusal().isEmpty()) {
      return "refused: " + result.refusal();
    }
    return byHand != null && byHand.hasPoints() ? "by hand" : "graded";
  }

  /// Returns whether there is nothing to mark.
  boolean isMissing() {
    return result == null && (byHand == null || byHand.total() == null);
  }

  /// The exercises that earned nothing because a comparison of times did not tell, with blanks.
  String undecided() {
    return result == null
        ? ""
        : result.exercises().stream()
            .filter(e -> e.earned() == 0 && e.verdict().equals(Verdict.UNDECIDED.toString()))
            .map(e -> e.id())
            .collect(Collectors.joining(" "));
  }

  int earned() {
    return result == null ? 0 : result.earned();
  }
}
