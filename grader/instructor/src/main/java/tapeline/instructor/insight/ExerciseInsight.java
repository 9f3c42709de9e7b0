package tapeline.instructor.insight;

import java.util.List;
import java.util.OptionalLong;
import tapeline.grader.course.Exercise;

/// The counts of one exercise.
///
/// @param stopped how many works end here: they passed the exercise before it, or none, and neither
///   this one nor any behind it; a work in which nothing is started ends nowhere
/// @param mistakes of those that failed, the most frequent first; empty where fewer than
///   [Insights#FEWEST] failed
/// @param minutes the median from the first grading of an answer to the first that passed, of the
///   progress that was shared; empty where fewer than [Insights#FEWEST] are known
/// @param timed how many of these times are known
record ExerciseInsight(
    Exercise exercise,
    int notStarted,
    int failed,
    int passed,
    int stopped,
    List<Mistake> mistakes,
    OptionalLong minutes,
    int timed) {

  /// A mistake with its count.
  ///
  /// @param guessed how many of them are guesses of the grader's
  record Mistake(String name, int count, int guessed) {
    /// Returns this mistake with the counts of another one too.
    Mistake and(Mistake other) {
      return new Mistake(name, count + other.count, guessed + other.guessed);
    }
  }

  int all() {
    return notStarted + failed + passed;
  }

  /// Returns the share of works that did not pass it, in percent.
  int openPercent() {
    return Math.round(100f * (notStarted + failed) / all());
  }

  /// Returns the exercise's number and title.
  String name() {
    return exercise.id() + " " + exercise.title();
  }
}
