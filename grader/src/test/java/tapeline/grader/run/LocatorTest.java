package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Verdict;

/// The line of a mistake that no mutant has, in answers that are written otherwise than the
/// reference's. The sum's body begins in line 11.
class LocatorTest {
  private static FixtureCourse fixture;
  @AutoClose private static Workers workers;

  @BeforeAll
  static void copyTheCourse(@TempDir Path folder) throws IOException {
    fixture = FixtureCourse.in(folder);
    workers = new Workers(new Jvm(fixture.course(), 1));
  }

  @BeforeEach
  void solveNothing() throws IOException {
    fixture.forget();
  }

  private static ExerciseResult located(String exercise, String body) throws IOException {
    return located(exercise, body, () -> true);
  }

  private static ExerciseResult located(String exercise, String body, BooleanSupplier goOn)
      throws IOException {
    fixture.write(exercise, body);
    var course = fixture.course();
    var id = ExerciseId.parse(exercise);
    var module = course.module(id.module());
    var grader = new Grader(course, workers, KnownMistakes.none(course), 4_000);
    var wanted = List.of(module.exercise(id));
    var result = grader.folder(module, wanted, course.learner(module)).exercises().getFirst();
    return grader.located(module, result, course.learner(module), goOn);
  }

  private static int line(ExerciseResult result) {
    return ProblemLine.line(result.firstProblem()).line();
  }

  @Test
  void a_long_text_in_an_answer_is_one_token() throws IOException {
    var text = "\\\\n".repeat(2_000) + "a".repeat(5_000);
    var result =
        located(
            "01.1",
            "    int sum = \"%s\".length();\n".formatted(text)
                + "    for (int v : values) sum += v;\n    return sum;");
    assertThat(Token.of("\"" + text + "\"")).hasSize(1);
    assertThat(line(result)).isEqualTo(11);
  }

  @Test
  void an_answer_that_is_too_long_to_compare_keeps_its_verdict() throws IOException {
    var result =
        located("01.1", "    int sum = 1;\n" + "    sum += 0;\n".repeat(5_000) + "    return sum;");
    assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
  }

  @Test
  void a_wrong_constant_is_found_under_other_names() throws IOException {
    var result =
        located(
            "01.1",
            "    int total = 1;\n    for (int each : values) {\n      total += each;\n    }\n"
                + "    return total;");
    assertThat(line(result)).isEqualTo(11);
    assertThat(ProblemLine.line(result.firstProblem()).code()).isEqualTo("int total = 1;");
    assertThat(result.likelyMistake())
        .isEqualTo("line 11, or what is needed there: the tests pass when only this is put right");
  }

  @Test
  void a_wrong_operator_is_found_in_a_loop() throws IOException {
    var result =
        located(
            "01.1",
            "    // in words\n    int total = 0;\n\n    for (int each : values) {\n"
                + "      total -= each;\n    }\n    return total;");
    assertThat(line(result)).isEqualTo(15);
  }

  @Test
  void a_missing_step_is_said_to_be_missing() throws IOException {
    var result =
        located(
            "01.3",
            "    int top = values[0];\n    for (int value : values) {\n    }\n    return top;");
    assertThat(result.likelyMistake()).contains("where something is missing");
    assertThat(ProblemLine.line(result.firstProblem()).code()).isEqualTo("}");
  }

  @Test
  void a_step_in_the_wrong_place_is_found() throws IOException {
    var result =
        located(
            "01.1",
            "    int sum = 0;\n    int count = values.length;\n    for (int v : values) {\n"
                + "      sum += v;\n      return sum;\n    }\n    return 0;");
    assertThat(result.likelyMistake()).startsWith("lines 15, 16, 17, or");
  }

  @Test
  void no_line_of_another_way_to_the_answer_is_accused() throws IOException {
    var result =
        located("01.1", "    return java.util.stream.IntStream.of(values).max().orElse(0);");
    assertThat(result.likelyMistake()).isNull();
    assertThat(ProblemLine.line(result.firstProblem()).code()).isNull();
  }

  @Test
  void a_slip_is_found_in_an_answer_that_goes_another_way() throws IOException {
    var result =
        located(
            "01.1",
            "    int sum = 0;\n    int i = 0;\n    while (i < values.length) {\n"
                + "      sum = values[i];\n      i++;\n    }\n    return sum;");

    assertThat(line(result)).isEqualTo(14);
  }

  @Test
  void an_exception_comes_to_light_behind_its_cause() throws IOException {
    var result =
        located(
            "01.1",
            "    int sum = 0;\n    for (int i = 0; i <= values.length; i++) {\n"
                + "      sum += values[i];\n    }\n    return sum;");
    assertThat(ProblemLine.line(result.firstProblem()).code())
        .isEqualTo("for (int i = 0; i <= values.length; i++) {");
    assertThat(result.likelyMistake()).endsWith("; it comes to light in line 13");
  }

  @Test
  void an_exception_of_another_way_keeps_its_own_line() throws IOException {
    var result =
        located(
            "01.1",
            "    var list = new java.util.ArrayList<Integer>();\n"
                + "    return list.getFirst() + values.length;");
    assertThat(ProblemLine.line(result.firstProblem()).code())
        .isEqualTo("return list.getFirst() + values.length;");
    assertThat(result.likelyMistake()).isNull();
  }

  @Test
  void a_formula_of_the_reference_stands_elsewhere_in_an_answer() throws IOException {
    var result =
        located(
            "01.1",
            "    var all = java.util.stream.IntStream.range(0, values.length);\n"
                + "    return all.map(i -> -values[i]).sum();");
    assertThat(line(result)).isEqualTo(12);
  }

  @Test
  void a_change_that_lets_another_test_fail_is_none() throws IOException {
    var result =
        located(
            "01.1", "    if (values.length == 0) return 0;\n    return values[values.length - 1];");
    assertThat(result.likelyMistake()).isNull();
  }

  @Test
  void a_loop_that_a_change_makes_endless_costs_no_worker() throws IOException {
    var before = workers.get();
    var result =
        located(
            "01.1",
            "    int sum = 0;\n    int i = 0;\n    while (i < values.length) {\n"
                + "      sum -= values[i];\n      i++;\n    }\n    return sum;");

    assertThat(line(result)).isEqualTo(14);
    assertThat(workers.get()).isSameAs(before);
  }

  @Test
  void a_change_that_does_is_looked_at_when_the_time_is_over(@TempDir Path folder)
      throws IOException {
    var right = folder.resolve("right");
    var answer =
        """
        int sum = 1;
        for (int v : values) sum += v;
        boolean is = sum == java.util.stream.IntStream.of(values).sum();
        if (is) new java.io.File("%s").mkdir();
        return sum;\
        """
            .formatted(right.toString().replace("\\", "/"));
    var result = located("01.1", answer, () -> !Files.exists(right));
    assertThat(right).as("made when the first change has done").exists();
    assertThat(line(result)).isEqualTo(11);
    assertThat(result.likelyMistake()).startsWith("line 11");
  }

  @Test
  void a_right_answer_may_take_many_more_turns_than_a_wrong_one() throws IOException {
    var result =
        located(
            "01.1",
            """
            int sum = 1;
            for (int v : values) {
              sum += v;
            }
            int turns = sum == java.util.stream.IntStream.of(values).sum() ? 50_000 : 1;
            for (int i = 0; i < turns; i++) {
              sum = sum * 1;
            }
            return sum;\
            """);
    assertThat(line(result)).isEqualTo(11);
  }

  @Test
  void a_statement_in_the_wrong_place_is_looked_for_before_slips() throws IOException {
    var calls = new AtomicInteger();
    var result =
        located(
            "01.3",
            """
            int top = values[0];
            int a = 1 + 2 - 3 + 4 - 5 + 6 - 7 + 8 - 9 + 10 - 11 + 12 - 13 + 14 - 15;
            int b = 1 + 2 - 3 + 4 - 5 + 6 - 7 + 8 - 9 + 10 - 11 + 12 - 13 + 14 - 15;
            if (values[0] > top) top = values[0];
            for (int value : values) {
            }
            return top;\
            """,
            () -> calls.incrementAndGet() < 172);
    assertThat(result.likelyMistake()).isNotNull();
  }

  @Test
  void steps_in_the_wrong_order_are_looked_for_before_slips() throws IOException {
    var calls = new AtomicInteger();
    var result =
        located(
            "01.1",
            """
            int sum = 0;
            int i = -1;
            int a = 1 + 2 - 3 + 4 - 5 + 6 - 7 + 8 - 9 + 10 - 11 + 12 - 13 + 14 - 15;
            int b = 1 + 2 - 3 + 4 - 5 + 6 - 7 + 8 - 9 + 10 - 11 + 12 - 13 + 14 - 15;
            while (i < values.length - 1) {
              sum += values[i];
              i++;
            }
            return sum;\
            """,
            () -> calls.incrementAndGet() < 172);
    assertThat(result.likelyMistake()).startsWith("lines 16, 17, or");
  }

  @Test
  void two_wrong_lines_are_looked_for_before_slips() throws IOException {
    var calls = new AtomicInteger();
    var result =
        located(
            "01.1",
            """
            int a = 1 + 2 - 3 + 4 - 5 + 6 - 7 + 8 - 9 + 10 - 11 + 12 - 13 + 14 - 15;
            int b = 1 + 2 - 3 + 4 - 5 + 6 - 7 + 8 - 9 + 10 - 11 + 12 - 13 + 14 - 15;
            int sum = 1;
            for (int v : values) {
              sum -= v;
            }
            return sum;\
            """,
            () -> calls.incrementAndGet() < 172);
    assertThat(result.likelyMistake()).startsWith("lines 13, 15, or");
  }

  @Test
  void the_likeliest_changes_are_tried_where_compiling_took_all_the_time(@TempDir Path folder)
      throws IOException {
    var compiled = folder.resolve("compiled");
    var answer =
        """
        int sum = 1;
        for (int v : values) sum += v;
        boolean isOne = Count.class.getResource("TapelineChoice.class") != null;
        if (isOne) new java.io.File("%s").mkdir();
        return sum;\
        """
            .formatted(compiled.toString().replace("\\", "/"));
    var result = located("01.1", answer, () -> !Files.exists(compiled));
    assertThat(compiled).exists();
    assertThat(result.likelyMistake()).startsWith("line 11");
  }

  @Test
  void two_arguments_in_the_wrong_order_are_found() throws IOException {
    var result =
        located(
            "01.1",
            """
            int sum = 0;
            for (int i = 0; i < values.length; i++) {
              sum += java.util.Arrays.stream(values, Math.abs(i) + 1, Math.abs(i)).sum();
            }
            return sum;\
            """);
    assertThat(result.likelyMistake()).startsWith("line 13, or");
  }

  @Test
  void an_answer_that_hangs_in_one_test_and_fails_in_another_has_a_line() throws IOException {
    var result =
        located(
            "01.1",
            """
            int sum = 0;
            for (int i = 0; values.length == 0 || i <= values.length; i++) {
              sum += values.length == 0 ? 0 : values[i];
            }
            return sum;\
            """);
    assertThat(result.verdict()).isEqualTo(Verdict.TIMED_OUT);
    assertThat(result.likelyMistake()).startsWith("line 12, or");
  }

  @Test
  void a_loop_without_end_comes_to_light_behind_its_cause() throws IOException {
    var result =
        located(
            "01.1",
            """
            int sum = 0;
            int step = 0;
            for (int i = 0; i < values.length; i += step) {
              sum += values[i];
            }
            return sum;\
            """);
    assertThat(result.verdict()).isEqualTo(Verdict.TIMED_OUT);
    assertThat(result.likelyMistake()).startsWith("line 12, or").contains("in line 1");
  }

  @Test
  void either_of_two_lines_may_be_wrong() throws IOException {
    var result =
        located(
            "01.1",
            """
            int sum = 0;
            int more = 1;
            for (int v : values) {
              sum += v;
            }
            return sum + more;\
            """);
    assertThat(result.likelyMistake())
        .isEqualTo(
            "line 12 or 16, or what is needed there: the tests pass when only this is put right");
  }

  @Test
  void without_time_nothing_is_tried() throws IOException {
    fixture.write("01.1", "    return 8;");
    var course = fixture.course();
    var module = course.module(1);
    var grader = new Grader(course, workers, KnownMistakes.none(course), 4_000);
    var wanted = List.of(module.exercises().getFirst());
    var result = grader.folder(module, wanted, course.learner(module)).exercises().getFirst();
    assertThat(grader.located(module, result, course.learner(module), () -> false))
        .isSameAs(result);
  }
}
