package tapeline.instructor.gradebook;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One line of the gradebook: a student, what grading found, and what is left of it after lateness.
///
/// @param result null where nothing was handed in
/// @param when it was handed in; null where nothing was
/// @param points that could be earned
/// @param total the points earned, less those for late days
record Mark(
    Student student,
    @Nullable StudentResult result,
    @Nullable Instant when,
    long lateDays,
    int points,
    double total) {

  /// `graded`, `missing`, or `refused: …` with the reason.
  String status() {
    if (result == null) {
      return "missing";
    }
    return result.refusal().isEmpty() ? "graded" : "refused: " + result.refusal();
  }

  int earned() {
    return result == null ? 0 : result.earned();
  }
}
