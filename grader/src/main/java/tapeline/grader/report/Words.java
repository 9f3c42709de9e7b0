package tapeline.grader.report;

import org.jspecify.annotations.Nullable;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.SourceLine;
import tapeline.grader.result.Verdict;

/// The wording that the reports share: symbols, numbers, places and commands.
final class Words {
  private Words() {}

  /// One character, which tells the verdicts apart without colour.
  static String symbol(Verdict verdict, boolean utf8) {
    return switch (verdict) {
      case PASSED -> utf8 ? "✓" : "+";
      case FAILED -> utf8 ? "✗" : "x";
      case NOT_STARTED -> utf8 ? "○" : "-";
      case UNDECIDED -> "?";
      case DOES_NOT_COMPILE, SIGNATURE_CHANGED, TIMED_OUT, CRASHED -> "!";
    };
  }

  /// `1 test`, `3 tests`.
  static String count(int n, String noun) {
    return n + " " + noun + (n == 1 ? "" : "s");
  }

  /// `20/30`.
  static String of(int part, int whole) {
    return part + "/" + whole;
  }

  /// `4/6 tests`, or nothing when none could run.
  static String tests(ExerciseResult e) {
    int all = e.tests().size();
    return all == 0 ? "" : of(e.passed(), all) + (all == 1 ? " test" : " tests");
  }

  /// Why an exercise of which some tests pass has no points; null where that is no question.
  static @Nullable String rule(ExerciseResult e) {
    return e.passed() == 0 || e.earned() > 0 || e.exercise().points() == 0
        ? null
        : "%s pass, and the %d points come when all do".formatted(tests(e), e.exercise().points());
  }

  /// `12 ms`, `1.4 s`.
  static String seconds(double seconds) {
    long ms = Math.round(seconds * 1000);
    long tenths = Math.round(seconds * 10);
    return ms < 1000 ? ms + " ms" : tenths / 10 + "." + tenths % 10 + " s";
  }

  /// `modules/03-tape-reuse/src/…/FlatTape.java:57`.
  static String place(SourceLine at) {
    return at.file() + ":" + at.line();
  }

  /// The file that holds the exercise, relative to the course's root.
  static String file(CourseModule module, Exercise exercise) {
    return "modules/" + module.name() + "/" + exercise.file();
  }
}
