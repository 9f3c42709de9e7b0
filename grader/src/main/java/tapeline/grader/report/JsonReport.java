package tapeline.grader.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Problem;
import tapeline.grader.result.SourceLine;
import tapeline.grader.result.TestResult;

/// A grading as JSON: each record an object with its components' names, and the sums beside them.
///
/// `grader/grades.schema.json` describes it. A verdict is written by the name of its constant, the
/// seed as a string, because a `long` does not fit the numbers of most readers of JSON.
public final class JsonReport {
  /// The value of `schema`; the number grows when a reader of the old form would fail on the new.
  public static final String SCHEMA = "tapeline-grades/1";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private JsonReport() {}

  /// The whole document, indented, ended by `\n`.
  public static String render(Grades grades) {
    return json(grades).toPrettyString().replace("\r\n", "\n") + "\n";
  }

  private static ObjectNode json(Grades grades) {
    return JSON.objectNode()
        .put("schema", SCHEMA)
        .put("when", grades.when().toString())
        .put("jdk", text(grades.jdk()))
        .put("seed", Long.toString(grades.seed()))
        .put("passed", grades.passed())
        .put("earned", grades.modules().stream().mapToInt(ModuleResult::earned).sum())
        .put("points", grades.modules().stream().mapToInt(ModuleResult::points).sum())
        .set("modules", array(grades.modules(), JsonReport::json));
  }

  private static ObjectNode json(ModuleResult result) {
    return JSON.objectNode()
        .<ObjectNode>set("module", json(result.module()))
        .put("graded", text(result.graded()))
        .put("passed", result.passed())
        .put("earned", result.earned())
        .put("points", result.points())
        .put("seconds", result.seconds())
        .<ObjectNode>set("changedGiven", array(result.changedGiven(), JSON::textNode))
        .set("exercises", array(result.exercises(), JsonReport::json));
  }

  private static ObjectNode json(CourseModule module) {
    return JSON.objectNode()
        .put("number", module.number())
        .put("name", text(module.name()))
        .set("exercises", array(module.exercises(), JsonReport::json));
  }

  private static ObjectNode json(Exercise exercise) {
    return JSON.objectNode()
        .put("id", exercise.id().toString())
        .put("title", text(exercise.title()))
        .put("points", exercise.points())
        .put("core", exercise.core())
        .put("file", text(exercise.file()));
  }

  private static ObjectNode json(ExerciseResult result) {
    return JSON.objectNode()
        .<ObjectNode>set("exercise", json(result.exercise()))
        .put("verdict", result.verdict().name())
        .put("earned", result.earned())
        .put("testsPassed", result.passed())
        .<ObjectNode>set("tests", array(result.tests(), JsonReport::json))
        .<ObjectNode>set("problem", json(result.problem()))
        .put("note", text(result.note()))
        .put("likelyMistake", text(result.likelyMistake()));
  }

  private static ObjectNode json(TestResult test) {
    return JSON.objectNode()
        .put("testClass", text(test.testClass()))
        .put("name", text(test.name()))
        .put("property", text(test.property()))
        .put("verdict", test.verdict().name())
        .<ObjectNode>set("problem", json(test.problem()))
        .put("seconds", test.seconds())
        .put("output", text(test.output()));
  }

  private static JsonNode json(@Nullable Problem problem) {
    return problem == null
        ? JSON.nullNode()
        : JSON.objectNode()
            .put("text", text(problem.told()))
            .<ObjectNode>set("at", json(problem.at()))
            .set("frames", array(problem.frames(), f -> JSON.textNode(Chars.whole(f))));
  }

  private static JsonNode json(@Nullable SourceLine at) {
    return at == null
        ? JSON.nullNode()
        : JSON.objectNode()
            .put("file", text(at.file()))
            .put("line", at.line())
            .put("code", text(at.code()));
  }

  private static <T> ArrayNode array(List<T> values, Function<T, JsonNode> json) {
    var array = JSON.arrayNode();
    values.forEach(v -> array.add(json.apply(v)));
    return array;
  }

  private static @Nullable String text(@Nullable String text) {
    return text == null ? null : Chars.whole(text);
  }
}
