package tapeline.grader.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Problem;
import tapeline.grader.result.SourceLine;
import tapeline.grader.result.TestResult;
import tapeline.grader.result.Verdict;

/// Gradings to report on.
final class Examples {
  static final String FILE = "src/main/java/tapeline/reuse/FlatTape.java";
  static final String PATH = "modules/03-tape-reuse/" + FILE;
  static final String HTML = "grader/target/grades/grades.html";

  static final TerminalOptions PLAIN = plain(false, true);
  static final TerminalOptions COLOUR = plain(true, true);
  static final TerminalOptions ASCII = plain(false, false);

  static final Problem WRONG =
      problem(
          """
          [tape.multiply(constant, constant): operations on constants are folded, not recorded] \

          expected: 0
           but was: 1\
          """,
          57,
          "record(MULTIPLY, a, b);");

  private Examples() {}

  private static TerminalOptions plain(boolean colour, boolean utf8) {
    return new TerminalOptions(colour, utf8, 100, HTML, Front.MAVEN, false);
  }

  /// One exercise of each verdict.
  static Grades everyVerdict() {
    return of(
        module(
            3,
            "03-tape-reuse",
            passed(1, "growth by doubling", 10),
            failed(),
            notStarted(3, "reset keeps its room", 20),
            stopped(
                4,
                "tape statistics",
                Verdict.DOES_NOT_COMPILE,
                """
                ';' expected
                modules/03-tape-reuse/src/main/java/tapeline/reuse/FlatTape.java:88
                    return new TapeStats(values, grads)
                                                       ^\
                """),
            stopped(
                5,
                "backward",
                Verdict.SIGNATURE_CHANGED,
                "public void backward(int) of FlatTape is missing"),
            stopped(6, "checkpoint", Verdict.TIMED_OUT, "ran longer than 10 s"),
            stopped(7, "accumulate", Verdict.CRASHED, "your code ended the JVM with exit status 3"),
            undecided(),
            passed(9, "predicted counts", 10)));
  }

  static Grades of(ModuleResult... modules) {
    return new Grades(Instant.parse("2026-03-01T10:15:30Z"), "25.0.2", 42, List.of(modules));
  }

  static ModuleResult module(int number, String name, ExerciseResult... results) {
    var exercises = new ArrayList<Exercise>();
    for (var r : results) {
      exercises.add(r.exercise());
    }
    var module = new CourseModule(number, name, List.copyOf(exercises));
    var graded = "your files on the reference solutions of 01 to 02";
    return new ModuleResult(module, graded, List.of(results), 0.44);
  }

  static Exercise exercise(int number, String title, int points) {
    return new Exercise(new ExerciseId(3, number), title, points, false, FILE);
  }

  static ExerciseResult passed(int number, String title, int points) {
    return result(
        exercise(number, title, points), Verdict.PASSED, passing("holds"), passing("also_holds"));
  }

  /// 03.2, whose second test of three fails, and which has all that a result can have.
  static ExerciseResult failed() {
    var test = test("constants_are_folded_not_recorded", Verdict.FAILED, WRONG, "n = 7\nn = 8\n");
    return new ExerciseResult(
        exercise(2, "requires-grad filtering", 20),
        Verdict.FAILED,
        List.of(passing("variables_are_recorded"), test, passing("mixed_operands_are_recorded")),
        null,
        "graded on the reference solution of 03.1",
        "records every operation. Which operands can still change?");
  }

  static ExerciseResult failedWith(int number, Problem problem, String output) {
    return result(
        exercise(number, "exercise " + number, 10),
        Verdict.FAILED,
        passing("first"),
        test("property_" + number, Verdict.FAILED, problem, output));
  }

  static ExerciseResult notStarted(int number, String title, int points) {
    var todo =
        problem("03." + number + " is not started", 70 + number, "throw new Todo(\"03." + number);
    return result(
        exercise(number, title, points),
        Verdict.NOT_STARTED,
        test("stays_as_large", Verdict.NOT_STARTED, todo, ""));
  }

  static ExerciseResult stopped(int number, String title, Verdict verdict, String text) {
    var problem = new Problem(text, new SourceLine(PATH, 88, null), List.of());
    return new ExerciseResult(exercise(number, title, 10), verdict, List.of(), problem, null, null);
  }

  private static ExerciseResult undecided() {
    var problem = new Problem("ratio 1.02, 95 % interval 0.97 to 1.08", null, List.of());
    return result(
        exercise(8, "faster than 01", 10),
        Verdict.UNDECIDED,
        test("is_faster", Verdict.UNDECIDED, problem, ""));
  }

  static ExerciseResult result(Exercise exercise, Verdict verdict, TestResult... tests) {
    return new ExerciseResult(exercise, verdict, List.of(tests), null, null, null);
  }

  static TestResult passing(String name) {
    return test(name, Verdict.PASSED, null, "");
  }

  static TestResult test(String name, Verdict verdict, @Nullable Problem problem, String output) {
    return new TestResult("FlatTapeTest", name, verdict, problem, 0.012, output);
  }

  static Problem problem(String text, int line, String code) {
    return new Problem(
        text,
        new SourceLine(PATH, line, code),
        List.of("tapeline.reuse.FlatTape.multiply(FlatTape.java:" + line + ")"));
  }
}
