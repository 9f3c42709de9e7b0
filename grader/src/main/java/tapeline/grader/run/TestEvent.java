package tapeline.grader.run;

import java.util.List;
import tapeline.grader.course.ExerciseId;

/// One test as the worker reported it.
///
/// @param outcome `passed`, `failed`, `todo 03.2`, `aborted`, `uncompiled` or `link` from a test
///   that ended; `hung`, `exiting`, `exhausted`, `died` or `forged` from one that took the worker
///   with it; `unplanned` where other tests ran than should have
/// @param frames each `class#method#file#line`, innermost first
public record TestEvent(
    ExerciseId exercise,
    String testClass,
    String name,
    String outcome,
    String text,
    double seconds,
    String output,
    List<String> frames) {

  /// Reads the id that the worker gives a test: exercise, class and name with tabs between.
  public static TestEvent of(
      String id, String outcome, String text, double seconds, String output, List<String> frames) {
    var parts = id.split("\t", 3);
    return new TestEvent(
        ExerciseId.parse(parts[0]), parts[1], parts[2], outcome, text, seconds, output, frames);
  }

  public boolean passed() {
    return outcome.equals("passed");
  }

  /// Returns whether the test met the `Todo` of another exercise than its own.
  boolean waitsForAnother() {
    return outcome.startsWith("todo ") && !outcome.equals("todo " + exercise);
  }
}
