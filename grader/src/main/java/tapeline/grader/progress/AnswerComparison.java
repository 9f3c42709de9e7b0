package tapeline.grader.progress;

import java.util.ArrayList;
import java.util.List;
import tapeline.grader.course.Course;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.course.ModuleAnswers;
import tapeline.grader.generate.ExerciseFile;
import tapeline.grader.result.Verdict;

/// A learner's answer beside the reference's, to be read once the exercise has passed.
///
/// @param own the lines in the learner's region
/// @param reference those of the solution
public record AnswerComparison(ExerciseId id, String title, String own, String reference) {

  /// The answers of exercise `id`.
  ///
  /// @throws IllegalArgumentException when there is no such exercise, or as [ExerciseFile#of] does
  /// @throws IllegalStateException when it has not passed yet
  public static AnswerComparison of(Course course, ExerciseId id, ProgressBook book, Front front) {
    var module = course.module(id.module());
    var exercise = module.exercise(id);
    var reached = book.reached(module).get(id);
    if (reached == null || reached.best() != Verdict.PASSED) {
      throw new IllegalStateException(
          "the reference's answer is shown once yours has passed: first %s; for a hint: %s"
              .formatted(front.grade(id), front.command("hint", "" + id)));
    }
    var reference = ModuleAnswers.of(course, module).of(id).body();
    var own = ExerciseFile.of(course, id, front).body();
    return new AnswerComparison(id, exercise.title(), own, reference);
  }

  /// One above the other, without the indentation that both have.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    lines.add(id + " " + title + ": yours");
    add(lines, own);
    lines.add("");
    lines.add(own.equals(reference) ? "the reference's is the same" : "the reference's");
    if (!own.equals(reference)) {
      add(lines, reference);
    }
    return lines;
  }

  private static void add(List<String> lines, String body) {
    lines.add("");
    body.stripTrailing().stripIndent().lines().forEach(line -> lines.add("    " + line));
  }
}
