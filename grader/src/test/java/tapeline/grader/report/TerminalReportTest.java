package tapeline.grader.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.grader.course.CourseModule;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Problem;
import tapeline.grader.result.Verdict;

/// The parts of the report that a learner must see in the terminal.
class TerminalReportTest {
  private static String plain(Grades grades) {
    return TerminalReport.render(grades, Examples.PLAIN);
  }

  private static String of(ExerciseResult... results) {
    return plain(Examples.of(Examples.module(3, "03-tape-reuse", results)));
  }

  @Test
  void shows_each_exercise_with_its_verdict_in_aligned_columns() {
    assertThat(plain(Examples.everyVerdict()))
        .as("the header and a line for each exercise")
        .startsWith(
            """
            03-tape-reuse: your files on the reference solutions of 01 to 02

              ✓ 03.1  growth by doubling       passed             2/2 tests   10/10
              ✗ 03.2  requires-grad filtering  failed             2/3 tests    0/20
              ○ 03.3  reset keeps its room     not started         0/1 test    0/20
              ! 03.4  tape statistics          does not compile                0/10
              ! 03.5  backward                 signature changed               0/10
              ! 03.6  checkpoint               timed out                       0/10
              ! 03.7  accumulate               crashed                         0/10
              ? 03.8  faster than 01           undecided           0/1 test    0/10
              ✓ 03.9  predicted counts         passed             2/2 tests   10/10

            """);
  }

  @Test
  void shows_the_first_failure_in_full_and_the_others_in_a_line_each() {
    assertThat(plain(Examples.everyVerdict()))
        .as(
            "the first failure with message, place, mistake, note, hint and output, then the"
                + " others")
        .contains(
            """

            ✗ 03.2 constants are folded not recorded
                [tape.multiply(constant, constant): operations on constants are folded, not recorded]
                expected: 0
                 but was: 1
              at modules/03-tape-reuse/src/main/java/tapeline/reuse/FlatTape.java:57
                  57 │ record(MULTIPLY, a, b);
              likely mistake: records every operation. Which operands can still change?
              note: graded on the reference solution of 03.1
              points: 2/3 tests pass, and the 20 points come when all do
              hint: mvn -pl grader test -Dhint=03.2
              your code printed
                n = 7
                n = 8

            ! 03.4 does not compile: ';' expected
            ! 03.5 signature changed: public void backward(int) of FlatTape is missing
            ! 03.6 timed out: ran longer than 10 s
            ! 03.7 crashed: your code ended the JVM with exit status 3
            ? 03.8 undecided: is faster

            """);
  }

  @Test
  void ends_with_the_points_and_what_to_do_next() {
    assertThat(plain(Examples.everyVerdict()))
        .as("the last lines: 20 of 110 points fill 3 of 20 cells")
        .endsWith(
            """
            ███░░░░░░░░░░░░░░░░░ 20/110 points   440 ms, seed 42
            next: 03.2 in modules/03-tape-reuse/src/main/java/tapeline/reuse/FlatTape.java:57
                  mvn -pl grader test -Dmodule=3
            """);
  }

  @Test
  void shows_a_compile_error_as_it_comes_with_the_caret_in_its_column() {
    var error = Examples.everyVerdict().modules().getFirst().exercises().get(3);
    assertThat(of(Examples.passed(1, "growth", 10), error))
        .as("the compiler's message with its place and caret, once, and no hint")
        .contains(
            """

            ! 03.4 tape statistics does not compile
                ';' expected
                modules/03-tape-reuse/src/main/java/tapeline/reuse/FlatTape.java:88
                    return new TapeStats(values, grads)
                                                       ^

            """)
        .doesNotContain("hint:");
  }

  @Test
  void tells_a_problem_that_stops_several_exercises_once() {
    var text = "class, interface, enum, or record expected";
    var report =
        of(
            Examples.stopped(1, "growth", Verdict.DOES_NOT_COMPILE, text),
            Examples.stopped(2, "filtering", Verdict.DOES_NOT_COMPILE, text),
            Examples.stopped(3, "reset", Verdict.DOES_NOT_COMPILE, text));
    assertThat(report).as("the report").containsOnlyOnce(text);
    assertThat(report).as("whom else it stops").contains("  the same stops 03.2, 03.3\n");
  }

  @Test
  void puts_a_failure_before_what_is_only_undecided() {
    var problem = new Problem("ratio 1.02", null, List.of());
    var undecided =
        Examples.result(
            Examples.exercise(1, "faster than 01", 10),
            Verdict.UNDECIDED,
            Examples.test("is_faster", Verdict.UNDECIDED, problem, ""));
    assertThat(of(undecided, Examples.failed()))
        .as("03.1 is undecided and 03.2 failed: 03.2 comes first")
        .contains("\n✗ 03.2 constants are folded not recorded\n    [tape.multiply")
        .contains("\nnext: 03.2 in ");
    assertThat(of(undecided))
        .as("an undecided one alone")
        .contains("\n? 03.1 is faster\n    ratio");
  }

  @Test
  void leads_to_the_first_exercise_not_started_when_none_failed() {
    var report =
        of(
            Examples.passed(1, "growth", 10),
            Examples.notStarted(2, "filtering", 20),
            Examples.notStarted(3, "reset", 20));
    assertThat(report)
        .as("03.2 is next, at the line of its Todo")
        .contains("next: 03.2 in " + Examples.PATH + ":72\n");
    assertThat(report).as("nothing failed, so no failure is shown").doesNotContain("hint:");
  }

  @Test
  void says_below_the_next_exercise_what_is_to_be_known_of_it() {
    var bare = Examples.notStarted(2, "filtering", 20);
    var noted =
        new ExerciseResult(
            bare.exercise(), bare.verdict(), bare.tests(), null, "its Todo still stands", null);
    assertThat(of(Examples.passed(1, "growth", 10), noted))
        .contains("next: 03.2 in " + Examples.PATH + ":72\n      note: its Todo still stands\n");
  }

  @Test
  void leads_to_the_exercise_behind_those_that_passed() {
    var first = Examples.passed(1, "growth", 10);
    var second = Examples.exercise(2, "filtering", 20);
    var module = new CourseModule(3, "03-tape-reuse", List.of(first.exercise(), second));
    var asked = new ModuleResult(module, "your files", List.of(first), 0.1);
    assertThat(plain(Examples.of(asked)))
        .as("only 03.1 was asked for, and passed")
        .endsWith("next: 03.2 in " + Examples.PATH + "\n");
    assertThat(of(first)).as("the module has no other").endsWith("that was graded passed.\n");
  }

  @Test
  void shows_several_modules_in_a_line_each_with_their_most_urgent_verdict() {
    var report =
        plain(
            Examples.of(
                Examples.module(1, "01-scalar-tape", Examples.passed(1, "ops", 30)),
                Examples.module(
                    3,
                    "03-tape-reuse",
                    Examples.failed(),
                    Examples.notStarted(3, "reset", 10),
                    Examples.passed(4, "statistics", 5)),
                Examples.module(4, "04-tensor-ops", Examples.notStarted(1, "shape", 20))));
    assertThat(report)
        .as("three modules")
        .startsWith(
            """
            3 modules

              ✓ 01-scalar-tape  passed       1/1 exercises   30/30
              ✗ 03-tape-reuse   failed       1/3 exercises    5/35
              ○ 04-tensor-ops   not started  0/1 exercises    0/20

            ✗ 03.2 constants are folded not recorded
            """)
        .contains("35/85 points");
  }

  @Test
  void colours_only_when_told_and_without_moving_anything() {
    var coloured = TerminalReport.render(Examples.everyVerdict(), Examples.COLOUR);
    var plain = plain(Examples.everyVerdict());
    assertThat(plain).as("without colour").doesNotContain("\u001b");
    assertThat(coloured)
        .as("with colour")
        .contains("\u001b[31m✗\u001b[0m 03.2")
        .contains("\u001b[32m✓\u001b[0m 03.1")
        .contains("\u001b[33m?\u001b[0m 03.8")
        .contains("\u001b[2m○\u001b[0m 03.3");
    assertThat(coloured.replaceAll("\u001b\\[\\d+m", ""))
        .as("the coloured report without its colours")
        .isEqualTo(plain);
  }

  @Test
  void needs_only_ascii_where_the_terminal_knows_no_more() {
    var wide = Examples.problem("not \u0007 " + "x".repeat(500), 57, "y".repeat(200));
    var grades =
        Examples.of(
            Examples.module(
                3,
                "03-tape-reuse",
                Examples.failedWith(1, wide, "1\n".repeat(50)),
                Examples.passed(2, "passed", 10),
                Examples.notStarted(3, "not started", 10)));
    var report = TerminalReport.render(grades, Examples.ASCII);
    assertThat(report.chars().filter(c -> c != '\n' && (c < ' ' || c > '~')).count())
        .as("characters beyond ASCII in\n%s", report)
        .isZero();
    assertThat(report).as("symbols").contains("  x 03.1", "  + 03.2", "  - 03.3", "57 | yyy", "##");
  }
}
