package tapeline.grader.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.grader.run.ProblemLine.line;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.WholeFolder;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Verdict;

/// Each verdict, on a planted submission.
class VerdictsTest {
  private static FixtureCourse fixture;

  @BeforeAll
  static void copyTheCourse(@TempDir Path folder) throws IOException {
    fixture = FixtureCourse.in(folder);
  }

  @BeforeEach
  void solveNothing() throws IOException {
    fixture.forget();
  }

  private ExerciseResult sumWith(String body) throws IOException {
    fixture.write("01.1", body);
    return fixture.gradeOnly("01.1");
  }

  private static String text(ExerciseResult result) {
    var problem = result.firstProblem();
    return problem == null ? "" : problem.text();
  }

  @Test
  void a_stub_is_not_started() {
    var result = fixture.gradeOnly("01.1");
    assertThat(result.verdict()).isEqualTo(Verdict.NOT_STARTED);
    assertThat(result.earned()).isZero();
    assertThat(result.tests()).hasSize(2);
    assertThat(line(result.firstProblem()).toString())
        .isEqualTo("modules/01-count/src/main/java/count/Count.java:11");
  }

  @Test
  void a_right_answer_has_passed_and_earns_its_points() throws IOException {
    fixture.solve("01.1");
    var result = fixture.gradeOnly("01.1");
    assertThat(result.verdict()).as(text(result)).isEqualTo(Verdict.PASSED);
    assertThat(result.earned()).isEqualTo(10);
    assertThat(result.likelyMistake()).isNull();
  }

  @Test
  void a_wrong_answer_has_failed_and_shows_call_expected_and_got() throws IOException {
    var result = sumWith("    return values.length == 0 ? 0 : 8;");
    assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(text(result)).contains("sum({3, 4})", "expected: 7", "but was: 8");
    assertThat(result.passed()).isEqualTo(1);
  }

  @Test
  void without_an_exception_no_line_is_quoted() throws IOException {
    var at = line(sumWith("    return values.length == 0 ? 0 : 8;").firstProblem());
    assertThat(at.toString()).isEqualTo("modules/01-count/src/main/java/count/Count.java:11");
    assertThat(at.code()).isNull();
  }

  @Test
  void an_exception_points_at_the_learners_line() throws IOException {
    var result = sumWith("    int none = 0;\n    return values[0] / none;");
    assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(text(result)).isEqualTo("ArithmeticException: / by zero");
    assertThat(line(result.firstProblem()).code()).isEqualTo("return values[0] / none;");
    assertThat(requireNonNull(result.firstProblem()).frames().getFirst())
        .startsWith("Count.sum (modules/01-count/src/main/java/count/Count.java:12)");
  }

  @Test
  void an_error_in_a_region_leaves_the_other_exercises_alone() throws IOException {
    fixture.solve("01.3");
    fixture.write("01.1", "    return values.lenght;");
    var result = fixture.grade(1);
    var sum = FixtureCourse.of(result, "01.1");
    assertThat(sum.verdict()).isEqualTo(Verdict.DOES_NOT_COMPILE);
    assertThat(text(sum)).contains("lenght", "\n  return values.lenght;\n").endsWith("       ^");
    assertThat(line(sum.problem()).line()).isEqualTo(11);
    assertThat(FixtureCourse.of(result, "01.2").verdict()).isEqualTo(Verdict.NOT_STARTED);
    assertThat(FixtureCourse.of(result, "01.3").verdict()).isEqualTo(Verdict.PASSED);
  }

  @Test
  void an_error_that_shows_only_when_another_is_out_is_told_at_the_line_handed_in()
      throws IOException {
    fixture.solve("01.2");
    fixture.write("01.1", "    int a = 1;\n    int b = 2;\n    return a + ;");
    fixture.write("01.3", "    return values.lenght;");
    var result = fixture.grade(1);
    assertThat(FixtureCourse.of(result, "01.1").verdict()).isEqualTo(Verdict.DOES_NOT_COMPILE);
    assertThat(FixtureCourse.of(result, "01.2").verdict()).isEqualTo(Verdict.PASSED);
    var late = FixtureCourse.of(result, "01.3");
    assertThat(late.verdict()).isEqualTo(Verdict.DOES_NOT_COMPILE);
    assertThat(line(late.firstProblem()).file())
        .endsWith("modules/01-count/src/main/java/count/Count.java");
    assertThat(line(late.firstProblem()).code()).isEqualTo("return values.lenght;");
  }

  @Test
  void a_source_that_the_compiler_gives_up_on_does_not_compile() throws IOException {
    fixture.solve("01.2");
    fixture.write("01.1", "    return " + "(".repeat(60_000) + "0" + ")".repeat(60_000) + ";");
    var result = fixture.grade(1);
    assertThat(result.exercises()).allMatch(e -> e.verdict() == Verdict.DOES_NOT_COMPILE);
    assertThat(text(result.exercises().getFirst()))
        .contains(
            "Count.java", "the compiler gave up: are too many brackets inside of one another?");
  }

  @Test
  void a_source_without_its_class_is_not_graded_as_the_reference() throws IOException {
    fixture.solve("01.2", "01.3");
    fixture.edit("01.1", "package count;\n", "package count;\n\nimport java.util.List; /*\n");
    fixture.write("01.1", "*/ class Mine {\n  static int sum(int[] values) {\n    return 0;");
    var result = fixture.grade(1);
    assertThat(result.exercises()).allMatch(e -> e.verdict() == Verdict.DOES_NOT_COMPILE);
    assertThat(text(result.exercises().getFirst()))
        .contains("Count.java no longer declares the class Count");
  }

  @Test
  void a_changed_signature_is_said_in_one_sentence() throws IOException {
    fixture.solve("01.1", "01.2", "01.3");
    fixture.edit("01.3", "public static int largest", "public static long largest");
    var result = fixture.grade(1);
    var largest = FixtureCourse.of(result, "01.3");
    assertThat(largest.verdict()).isEqualTo(Verdict.SIGNATURE_CHANGED);
    assertThat(text(largest))
        .contains("count.Count needs  static int largest(int[])")
        .contains("but has static long largest(int[])");
    assertThat(FixtureCourse.of(result, "01.1").verdict()).isEqualTo(Verdict.PASSED);
  }

  @Test
  void a_signature_changed_where_the_module_itself_calls_it_is_said_too() throws IOException {
    fixture.solve("01.1", "01.2", "01.3");
    fixture.edit("01.1", "public static int sum(int[] values)", "public static int sum(long[] v)");
    var mean = FixtureCourse.of(fixture.grade(1), "01.2");
    assertThat(mean.verdict()).isEqualTo(Verdict.SIGNATURE_CHANGED);
    assertThat(text(mean)).contains("put them back:\npublic static int sum(int[] values)\n");
  }

  @Test
  void an_endless_loop_has_timed_out_with_the_line_where_it_hung() throws IOException {
    fixture.solve("01.3");
    fixture.write("01.1", "    int i = 0;\n    while (true) {\n      i++;\n    }");
    var result = fixture.grade(1);
    var sum = FixtureCourse.of(result, "01.1");
    assertThat(sum.verdict()).isEqualTo(Verdict.TIMED_OUT);
    assertThat(text(sum)).contains("still running after 4000 ms");
    assertThat(line(sum.firstProblem()).line()).isBetween(12, 14);
    assertThat(FixtureCourse.of(result, "01.3").verdict()).isEqualTo(Verdict.PASSED);
  }

  @Test
  void an_exit_has_crashed_with_its_line_and_the_others_are_graded() throws IOException {
    fixture.solve("01.2", "01.3");
    fixture.write("01.1", "    System.exit(3);\n    return 0;");
    var result = fixture.grade(1);
    var sum = FixtureCourse.of(result, "01.1");
    assertThat(sum.verdict()).isEqualTo(Verdict.CRASHED);
    assertThat(text(sum)).contains("System.exit(3)");
    assertThat(line(sum.firstProblem()).code()).isEqualTo("System.exit(3);");
    assertThat(FixtureCourse.of(result, "01.2").verdict()).isEqualTo(Verdict.PASSED);
    assertThat(FixtureCourse.of(result, "01.3").verdict()).isEqualTo(Verdict.PASSED);
    assertThat(FixtureCourse.of(result, "01.3").note()).as("it was run with the others").isNull();
  }

  @Test
  void a_halt_has_crashed() throws IOException {
    var result = sumWith("    Runtime.getRuntime().halt(0);\n    return 0;");
    assertThat(result.verdict()).isEqualTo(Verdict.CRASHED);
    assertThat(text(result)).contains("exit code 0");
  }

  @Test
  void exhausted_memory_has_crashed_with_its_line() throws IOException {
    var result =
        sumWith(
            """
            var all = new java.util.ArrayList<long[]>();
            while (true) {
              all.add(new long[1 << 27]);
            }\
            """);
    assertThat(result.verdict()).isEqualTo(Verdict.CRASHED);
    assertThat(text(result)).contains("OutOfMemoryError");
    assertThat(line(result.firstProblem()).code()).isEqualTo("all.add(new long[1 << 27]);");
  }

  @Test
  void endless_recursion_has_failed_with_its_line() throws IOException {
    var result = sumWith("    return 1 + sum(values);");
    assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(text(result)).contains("StackOverflowError");
    assertThat(line(result.firstProblem()).code()).isEqualTo("return 1 + sum(values);");
  }

  @Test
  void a_thread_left_running_has_failed() throws IOException {
    var result =
        sumWith(
            """
            new Thread(() -> { while (true) { Thread.onSpinWait(); } }, "mine").start();
            int sum = 0;
            for (int v : values) sum += v;
            return sum;\
            """);
    assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(text(result)).contains("left 1 thread running: mine");
  }

  @Test
  void megabytes_of_printing_are_cut_and_do_not_matter() throws IOException {
    var result =
        sumWith(
            """
            for (int i = 0; i < 1_000_000; i++) System.out.println("here " + i);
            int sum = 0;
            for (int v : values) sum += v;
            return sum;\
            """);
    assertThat(result.verdict()).as(text(result)).isEqualTo(Verdict.PASSED);
    assertThat(result.tests().getFirst().output())
        .startsWith("here 0\n")
        .endsWith("more bytes")
        .hasSizeLessThan(20_000);
  }

  @Test
  void writing_to_the_raw_file_descriptor_has_crashed_and_deceives_nobody() throws IOException {
    var result =
        sumWith(
            """
            try (var out = new java.io.FileOutputStream(java.io.FileDescriptor.out)) {
              out.write("passed".getBytes());
            } catch (java.io.IOException e) {
              throw new java.io.UncheckedIOException(e);
            }
            return 7;\
            """);
    assertThat(result.verdict()).isEqualTo(Verdict.CRASHED);
  }

  @Test
  void a_comparison_that_cannot_tell_is_undecided() throws IOException {
    fixture.write("01.3", "    return values.length == 3 ? -2 : values[0] + 1;");
    var result = fixture.gradeOnly("01.3");
    assertThat(result.verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(text(result)).contains("0.98× to 1.03×");
    assertThat(result.earned())
        .as("points of an exercise whose other tests pass")
        .isEqualTo(result.exercise().points());
  }

  @Test
  void a_mistake_elsewhere_costs_its_own_points_only() throws IOException {
    fixture.solve("01.2", "01.3");
    fixture.write("01.1", "    return -1;");
    var result = fixture.grade(1);
    assertThat(FixtureCourse.of(result, "01.1").verdict()).isEqualTo(Verdict.FAILED);
    var mean = FixtureCourse.of(result, "01.2");
    assertThat(mean.verdict()).as("mean calls sum").isEqualTo(Verdict.PASSED);
    assertThat(mean.note()).isEqualTo("graded with the other exercises solved");
    assertThat(result.earned()).isEqualTo(25);
  }

  @Test
  void a_mistake_beside_which_all_others_are_right_is_not_run_again() throws IOException {
    fixture.solve("01.3");
    fixture.write("01.1", "    return -1;");
    fixture.write("01.2", "    return 1.0 * sum(values) / values.length;");
    var again = new Classes(fixture.course()).given(fixture.course().module(1), "alone-01.1");
    WholeFolder.delete(again);
    var result = fixture.grade(1);
    assertThat(FixtureCourse.of(result, "01.1").verdict()).isEqualTo(Verdict.FAILED);
    assertThat(FixtureCourse.of(result, "01.2").verdict()).isEqualTo(Verdict.PASSED);
    assertThat(again).doesNotExist();
  }

  @Test
  void the_line_is_that_of_the_file_handed_in_where_others_are_solved() throws IOException {
    fixture.write("01.2", "    int none = 0;\n    return sum(values) / none;");
    var mean = FixtureCourse.of(fixture.grade(1), "01.2");
    assertThat(mean.note()).isEqualTo("graded with the other exercises solved");
    assertThat(line(mean.firstProblem()).code()).isEqualTo("return sum(values) / none;");
    assertThat(requireNonNull(mean.firstProblem()).frames().getFirst()).contains("Count.java:19)");
  }

  @Test
  void where_another_exercise_refuses_the_call_of_it_is_shown() throws IOException {
    fixture.solve("01.3");
    fixture.write("01.2", "    int sum = sum(values);\n    return largest(new int[0]) + sum;");
    var mean = FixtureCourse.of(fixture.grade(1), "01.2");
    assertThat(line(mean.firstProblem()).code()).isEqualTo("return largest(new int[0]) + sum;");
  }

  @Test
  void an_exercise_can_be_done_before_the_one_it_calls() throws IOException {
    fixture.solve("01.2");
    var result = fixture.grade(1);
    assertThat(FixtureCourse.of(result, "01.1").verdict()).isEqualTo(Verdict.NOT_STARTED);
    assertThat(FixtureCourse.of(result, "01.2").verdict()).isEqualTo(Verdict.PASSED);
  }

  @Test
  void what_waits_for_another_exercise_is_told_as_it_fails_without_waiting() throws IOException {
    fixture.write("01.2", "    return sum(values);");
    var mean = FixtureCourse.of(fixture.grade(1), "01.2");
    assertThat(mean.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(text(mean)).contains("expected: 1.5").doesNotContain("still to be written");
  }

  @Test
  void without_its_markers_a_file_is_graded_as_it_is() throws IOException {
    fixture.solve("01.1", "01.2", "01.3");
    fixture.edit("01.1", "    // BEGIN EXERCISE 01.1\n", "");
    fixture.edit("01.1", "    // END EXERCISE 01.1\n", "");
    assertThat(fixture.grade(1).earned()).isEqualTo(35);
  }

  @Test
  void a_right_answer_without_markers_is_told_of_them_and_is_not_called_not_started()
      throws IOException {
    fixture.solve("01.2");
    fixture.edit("01.2", "    // BEGIN EXERCISE 01.2\n", "");
    fixture.edit("01.2", "    // END EXERCISE 01.2\n", "");
    var mean = FixtureCourse.of(fixture.grade(1), "01.2");
    assertThat(mean.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(text(mean))
        .startsWith(
            "the markers of 01.2 are missing in modules/01-count/src/main/java/count/Count.java")
        .contains(
            "public static double mean(int[] values) {\n    // BEGIN EXERCISE 01.2\n",
            "\n    // END EXERCISE 01.2");
  }

  @Test
  void an_answer_beside_a_lost_end_marker_is_told_of_it() throws IOException {
    fixture.solve("01.2");
    fixture.edit("01.2", "    // END EXERCISE 01.1\n", "");
    var result = fixture.grade(1);
    var mean = FixtureCourse.of(result, "01.2");
    assertThat(mean.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(text(mean)).contains("regions do not nest, and 01.1 is still open");
    var sum = FixtureCourse.of(result, "01.1");
    assertThat(sum.verdict()).as("its Todo stands there").isEqualTo(Verdict.NOT_STARTED);
    assertThat(sum.note()).startsWith("the markers of 01.1 are missing in modules/01-count/src/");
  }

  @Test
  void a_broken_file_in_another_module_does_not_matter() throws IOException {
    Files.writeString(fixture.file("01.1"), "package count; nonsense");
    fixture.solve("02.1");
    assertThat(fixture.grade(2).passed()).isTrue();
  }

  @Test
  void the_learners_own_stack_is_graded_as_it_is() throws IOException {
    fixture.solve("01.1", "02.1");
    fixture.write("01.2", "    return 100;");
    assertThat(fixture.grade(2).passed()).as("on the reference's mean").isTrue();
    assertThat(fixture.gradeStack(2).passed()).as("on the learner's mean").isFalse();
    fixture.write("01.2", "    return 100");
    var broken = fixture.gradeStack(2).exercises().getFirst();
    assertThat(broken.verdict()).isEqualTo(Verdict.DOES_NOT_COMPILE);
    assertThat(line(broken.problem()).file()).contains("modules/01-count");
  }
}
