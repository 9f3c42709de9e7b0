package tapeline.grader.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Exercise;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Problem;
import tapeline.grader.result.SourceLine;
import tapeline.grader.result.TestResult;
import tapeline.grader.result.Verdict;

class JsonReportTest {
  private static Map<String, Object> schema() throws IOException {
    var file = FixtureCourse.projectRoot().resolve("grader/grades.schema.json");
    return Json.read(Files.readString(file));
  }

  private static Map<String, Object> render(Grades grades) {
    return Json.read(JsonReport.render(grades));
  }

  private static Map<String, Object> exercise(Map<String, Object> grades, int index) {
    var module = Json.object(Json.list(grades.get("modules")).getFirst());
    return Json.object(Json.list(module.get("exercises")).get(index));
  }

  @Test
  void follows_the_schema() throws IOException {
    assertThat(Json.errors(schema(), render(Examples.everyVerdict())))
        .as("what grades.schema.json says of a grading with every verdict")
        .isEmpty();
  }

  @Test
  void the_schema_refuses_what_is_not_a_grading() throws IOException {
    var grades = render(Examples.everyVerdict());
    grades.put("schema", "tapeline-grades/2");
    grades.remove("jdk");
    exercise(grades, 0).put("verdict", "GOOD");
    exercise(grades, 1).put("colour", "red");
    assertThat(Json.errors(schema(), grades))
        .as("another version, no jdk, an unknown verdict, an unknown field")
        .hasSize(4);
  }

  @Test
  void the_schema_requires_every_field_and_knows_every_verdict() throws IOException {
    var defs = Json.object(schema().get("$defs"));
    var records =
        Map.of(
            "moduleResult", ModuleResult.class,
            "exercise", Exercise.class,
            "exerciseResult", ExerciseResult.class,
            "testResult", TestResult.class,
            "problem", Problem.class,
            "sourceLine", SourceLine.class);
    records.forEach((name, type) -> requires(Json.object(defs.get(name)), type));
    requires(schema(), Grades.class);
    assertThat(Json.list(Json.object(defs.get("module")).get("required")))
        .as("what a module is in the schema")
        .isEqualTo(List.of("number", "name", "exercises"));
    assertThat(Json.list(Json.object(defs.get("verdict")).get("enum")))
        .as("the verdicts in the schema")
        .containsExactlyElementsOf(Arrays.stream(Verdict.values()).map(Verdict::name).toList());
  }

  private static void requires(Map<String, Object> def, Class<?> type) {
    for (var component : type.getRecordComponents()) {
      assertThat(Json.list(def.get("required")))
          .as("%s.%s in the schema", type.getSimpleName(), component.getName())
          .contains(component.getName());
    }
    assertThat(Json.list(def.get("required")))
        .as("required and described fields of %s", type.getSimpleName())
        .containsExactlyElementsOf(Json.object(def.get("properties")).keySet());
  }

  @Test
  void holds_every_value_of_the_grading() {
    var grades = render(Examples.everyVerdict());
    assertThat(grades)
        .as("the grading")
        .containsEntry("schema", "tapeline-grades/1")
        .containsEntry("when", "2026-03-01T10:15:30Z")
        .containsEntry("jdk", "25.0.2")
        .containsEntry("seed", "42")
        .containsEntry("passed", false)
        .containsEntry("earned", 20L)
        .containsEntry("points", 110L);
    var module = Json.object(Json.list(grades.get("modules")).getFirst());
    assertThat(module)
        .as("the module")
        .containsEntry("graded", "your files on the reference solutions of 01 to 02")
        .containsEntry("seconds", 0.44)
        .containsEntry("earned", 20L)
        .containsEntry("points", 110L)
        .containsEntry("passed", false);
    assertThat(Json.object(module.get("module")))
        .as("which module")
        .containsEntry("number", 3L)
        .containsEntry("name", "03-tape-reuse")
        .extractingByKey("exercises")
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSize(9);
    var failed = exercise(grades, 1);
    assertThat(failed)
        .as("03.2")
        .containsEntry(
            "exercise",
            Map.of(
                "id",
                "03.2",
                "title",
                "requires-grad filtering",
                "points",
                20L,
                "core",
                false,
                "file",
                Examples.FILE))
        .containsEntry("verdict", "FAILED")
        .containsEntry("earned", 0L)
        .containsEntry("testsPassed", 2L)
        .containsEntry("problem", null)
        .containsEntry("note", "graded on the reference solution of 03.1")
        .containsEntry(
            "likelyMistake", "records every operation. Which operands can still change?");
    assertThat(Json.object(Json.list(failed.get("tests")).get(1)))
        .as("the failing test of 03.2")
        .containsEntry("testClass", "FlatTapeTest")
        .containsEntry("name", "constants_are_folded_not_recorded")
        .containsEntry("property", "constants are folded not recorded")
        .containsEntry("verdict", "FAILED")
        .containsEntry("seconds", 0.012)
        .containsEntry("output", "n = 7\nn = 8\n")
        .containsEntry(
            "problem",
            Map.of(
                "text", Examples.WRONG.text(),
                "at", Map.of("file", Examples.PATH, "line", 57L, "code", "record(MULTIPLY, a, b);"),
                "frames", List.of("tapeline.reuse.FlatTape.multiply(FlatTape.java:57)")));
  }

  @Test
  void keeps_all_64_bits_of_the_seed() {
    var grades = Examples.everyVerdict();
    var large = new Grades(grades.when(), grades.jdk(), Long.MIN_VALUE + 1, List.of());
    assertThat(render(large)).as("the seed").containsEntry("seed", "-9223372036854775807");
  }

  @Test
  void what_a_learner_prints_comes_back_as_it_was_but_for_halves_of_characters() {
    var hostile = "\"}]</script>\u0000\u001b\r\n\ud83d\ude00 \ud800 half";
    var grades =
        Examples.of(Examples.module(3, "03", Examples.failedWith(1, Examples.WRONG, hostile)));
    var bytes = JsonReport.render(grades).getBytes(StandardCharsets.UTF_8);
    var read = Json.read(new String(bytes, StandardCharsets.UTF_8));
    var test = Json.object(Json.list(exercise(read, 0).get("tests")).get(1));
    assertThat(test.get("output"))
        .as("the output, through UTF-8 and back")
        .isEqualTo(hostile.replace('\ud800', '\ufffd'));
  }
}
