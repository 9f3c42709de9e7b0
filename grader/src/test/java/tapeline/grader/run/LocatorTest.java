package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Verdict;

/// The line of a mistake that no mutant has, in answers that are written otherwise than the
/// reference's. The sum's body begins in line 11.
class LocatorTest {
  private static final String TABLE = "grader/src/test/mistakes/located.txt";

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

  /// An answer in the table.
  ///
  /// @param marks the marked lines, without their marks
  record Wrong(String name, String exercise, String body, Map<Character, String> marks) {
    static Wrong of(String block) {
      var lines = block.lines().toList();
      var head = lines.getFirst().split(" \\| ", 2);
      var body = lines.stream().skip(1).filter(l -> l.isEmpty() || l.startsWith("  "));
      return new Wrong(
          head[0],
          head[1],
          body.collect(Collectors.joining("\n")),
          lines.stream()
              .filter(l -> l.matches("[=+@!<] .*"))
              .collect(Collectors.toMap(l -> l.charAt(0), l -> l.substring(2))));
    }

    String mark(char c) {
      return marks.getOrDefault(c, "");
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Wrong> table() throws IOException {
    var text = Files.readString(FixtureCourse.projectRoot().resolve(TABLE));
    return Stream.of(text.split("\n\n(?=\\S)")).skip(1).map(Wrong::of);
  }

  @ParameterizedTest
  @MethodSource("table")
  void the_line_of_a_mistake_is_found(Wrong wrong) throws IOException {
    var calls = new AtomicInteger();
    var most = wrong.mark('<').isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(wrong.mark('<'));
    var result = located(wrong.exercise, wrong.body, () -> calls.incrementAndGet() < most);
    switch (wrong.mark('=')) {
      case "none" -> assertThat(result.likelyMistake()).isNull();
      case "any" -> assertThat(result.likelyMistake()).contains(wrong.mark('+'));
      default ->
          assertThat(result.likelyMistake()).startsWith(wrong.mark('=')).contains(wrong.mark('+'));
    }
    if (wrong.marks.containsKey('@')) {
      var code = wrong.mark('@').equals("none") ? null : wrong.mark('@');
      assertThat(ProblemLine.line(result.firstProblem()).code()).isEqualTo(code);
    }
    if (wrong.marks.containsKey('!')) {
      assertThat(result.verdict()).hasToString(wrong.mark('!'));
    }
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
