package tapeline.instructor.gradebook;

import java.util.List;

/// The result of grading one submission: it is kept, and read again by a run that goes on.
///
/// @param key the hash of the submission and of the tests that it was graded by
/// @param refusal why it was not graded; empty when it was
/// @param seed of the tests' random inputs
/// @param seconds that the grading took
/// @param changedGiven the files in which given code was changed, with blanks
record StudentResult(
    String key,
    String id,
    String refusal,
    List<ExerciseMark> exercises,
    long seed,
    double seconds,
    String changedGiven) {

  /// One exercise.
  ///
  /// @param verdict in words
  /// @param says the first problem; empty when it passed
  /// @param mistake the known mistake that its failures look like, as the feedback says it; empty
  ///   where none does
  record ExerciseMark(
      String id,
      String title,
      int points,
      int earned,
      String verdict,
      String says,
      String mistake) {}

  int earned() {
    return exercises.stream().mapToInt(ExerciseMark::earned).sum();
  }
}
