package tapeline.grader.report;

import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.SourceLine;
import tapeline.grader.result.Verdict;

/// The wording that the reports share: symbols, numbers, places and commands.
///
/// Made without `String.format` and `+`, whose first use is slow in a fresh JVM.
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

  /// `03.2`.
  static String id(ExerciseId id) {
    var out = new StringBuilder(5);
    if (id.module() < 10) {
      out.append('0');
    }
    return out.append(id.module()).append('.').append(id.number()).toString();
  }

  /// `1 test`, `3 tests`.
  static String count(int n, String noun) {
    var out = new StringBuilder().append(n).append(' ').append(noun);
    return n == 1 ? out.toString() : out.append('s').toString();
  }

  /// `20/30`.
  static String of(int part, int whole) {
    return String.valueOf(part).concat("/").concat(String.valueOf(whole));
  }

  /// `4/6 tests`, or nothing when none could run.
  static String tests(ExerciseResult e) {
    int all = e.tests().size();
    return all == 0 ? "" : of(e.passed(), all).concat(all == 1 ? " test" : " tests");
  }

  /// `12 ms`, `1.4 s`.
  static String seconds(double seconds) {
    long ms = Math.round(seconds * 1000);
    var out = new StringBuilder();
    if (ms < 1000) {
      return out.append(ms).append(" ms").toString();
    }
    long tenths = Math.round(seconds * 10);
    return out.append(tenths / 10).append('.').append(tenths % 10).append(" s").toString();
  }

  /// `modules/03-tape-reuse/src/…/FlatTape.java:57`.
  static String place(SourceLine at) {
    return at.file().concat(":").concat(String.valueOf(at.line()));
  }

  /// The file that holds the exercise, relative to the course's root.
  static String file(CourseModule module, Exercise exercise) {
    return "modules/".concat(module.name()).concat("/").concat(exercise.file());
  }
}
