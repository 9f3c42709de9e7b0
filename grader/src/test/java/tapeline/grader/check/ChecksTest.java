package tapeline.grader.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.CourseModule;

/// The project's checks, on a small course that is broken on purpose.
class ChecksTest {
  @TempDir private Path folder;
  private FixtureCourse fixture;
  private String printed = "";

  @BeforeEach
  void copyTheCourse() throws IOException {
    fixture = FixtureCourse.in(folder);
  }

  private boolean check(String group) {
    return check(group, fixture.course().modules());
  }

  private boolean check(String group, List<CourseModule> modules) {
    var bytes = new ByteArrayOutputStream();
    try (var check = new Checks(fixture.course(), modules, new PrintStream(bytes, true, UTF_8))) {
      return check.run(group);
    } finally {
      printed = bytes.toString(UTF_8);
    }
  }

  private void edit(String file, String from, String to) throws IOException {
    var path = folder.resolve(file);
    var text = Files.readString(path);
    assertThat(text).contains(from);
    Files.writeString(path, text.replace(from, to));
  }

  @Test
  void a_sound_course_passes_and_the_last_line_counts() {
    assertThat(check("stubs")).as(printed).isTrue();
    assertThat(printed).endsWith("6 passed, 0 failed, 0 skipped\n");
  }

  @Test
  void a_module_can_be_checked_alone() {
    var second = List.of(fixture.course().module(2));
    assertThat(check("stubs", second)).as(printed).isTrue();
    assertThat(printed).endsWith("2 passed, 0 failed, 0 skipped\n");
    assertThat(check("solutions", second)).as(printed).isTrue();
    assertThat(printed).contains("1 of 1").endsWith("1 passed, 0 failed, 0 skipped\n");
  }

  @Test
  void a_slow_test_runs_once_for_its_solution_and_beside_no_stub() throws IOException {
    var runs = folder.resolve("runs");
    edit(
        "grader/tests/01-count/java/tapeline/tests/count/CountTest.java",
        "  @Tag(\"01.1\")\n  void adds_two_values() {\n",
        "  @Tag(\"01.1\")\n"
            + "  @Tag(\"slow\")\n"
            + "  void adds_two_values() throws java.io.IOException {\n"
            + "    java.nio.file.Files.writeString(java.nio.file.Path.of(\""
            + runs.toString().replace("\\", "\\\\")
            + "\"), \"run \", java.nio.file.StandardOpenOption.CREATE,"
            + " java.nio.file.StandardOpenOption.APPEND);\n");
    assertThat(check("solutions")).as(printed).isTrue();
    assertThat(runs).hasContent("run ");
    Files.delete(runs);
    assertThat(check("stubs")).as(printed).isTrue();
    assertThat(runs).as("with its own stub: begun, and not started").hasContent("run ");
  }

  @Test
  void a_stub_that_gives_the_answer_is_found() throws IOException {
    edit(
        "solutions/01-count/src/main/java/count/Count.java",
        "// STUB throw new Todo(\"01.3\", \"largest\");",
        "// STUB return -2;");
    assertThat(check("stubs")).isFalse();
    assertThat(printed).contains("FAILED   stub of 01.3", "5 passed, 1 failed, 0 skipped");
  }

  @Test
  void a_module_that_does_not_compile_with_empty_bodies_is_found() throws IOException {
    edit(
        "solutions/01-count/src/main/java/count/Count.java",
        "  private Count() {}\n",
        """
          private Count() {}

          sealed interface Way {}

          private record Up() implements Way {}
        """);
    assertThat(check("stubs")).isFalse();
    assertThat(printed).contains("FAILED   blank 01-count\n           Count.java:", "sealed");
  }

  @Test
  void a_wrong_solution_is_found() throws IOException {
    edit("solutions/01-count/src/main/java/count/Count.java", "int sum = 0;", "int sum = 2;");
    assertThat(check("solutions")).isFalse();
    assertThat(printed).contains("FAILED   solution of 01-count", "CountTest.adds_two_values");
  }

  @Test
  void a_solution_that_fails_with_another_seed_alone_is_found_beside_the_stubs()
      throws IOException {
    edit(
        "solutions/01-count/src/main/java/count/Count.java",
        "int sum = 0;",
        "int sum = Long.getLong(\"tapeline.seed\") == -7 ? 2 : 0;");
    assertThat(check("solutions")).as(printed).isTrue();
    assertThat(check("stubs")).isFalse();
    assertThat(printed).contains("01.1 is failed instead of passed", "(seed -7)");
  }

  @Test
  void a_mutant_that_survives_and_a_test_that_catches_none_are_found() throws IOException {
    edit(
        "grader/tests/01-count/01.2.md",
        "return sum(values) / values.length;",
        "return (double) sum(values) / values.length;");
    edit(
        "grader/tests/01-count/01.2.md",
        "    return sum(values);\n",
        "    return 1.0 * sum(values) / values.length;\n");
    try (var check =
        new Checks(
            fixture.course(),
            fixture.course().modules(),
            new PrintStream(OutputStream.nullOutputStream()))) {
      check.recordMutants();
    }
    assertThat(check("mutants")).isFalse();
    assertThat(printed)
        .contains("FAILED   mutant of 01.2: divides ints")
        .contains("is passed")
        .contains("6 passed, 2 failed");
    assertThat(check("tests")).isFalse();
    assertThat(printed)
        .contains("FAILED   CountTest.keeps_the_fraction\n           catches no mutant")
        .doesNotContain("CountTest.adds_two_values");
  }

  @Test
  void an_edited_module_and_a_leaked_answer_are_found() throws IOException {
    fixture.solve("01.3");
    assertThat(check("generated")).isFalse();
    assertThat(printed)
        .contains("out of date: modules/01-count/src/main/java/count/Count.java")
        .contains("largest = Math.max(largest, v);")
        .contains("1 passed, 2 failed");
  }

  @Test
  void an_unknown_group_is_refused_with_those_there_are() {
    assertThatThrownBy(() -> check("stub"))
        .hasMessageContaining("one of notebooks, gpu, instructor")
        .hasMessageContaining("got stub");
  }
}
