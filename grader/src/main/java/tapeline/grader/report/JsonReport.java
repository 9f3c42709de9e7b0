package tapeline.grader.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

  private final JsonGenerator json;

  private JsonReport(JsonGenerator json) {
    this.json = json;
  }

  /// The whole document, indented, ended by `\n`.
  public static String render(Grades grades) {
    var out = new StringWriter();
    try (var json = new JsonFactory().createGenerator(out)) {
      json.useDefaultPrettyPrinter();
      new JsonReport(json).write(grades);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.append('\n').toString().replace("\r\n", "\n");
  }

  private void write(Grades grades) throws IOException {
    json.writeStartObject();
    text("schema", SCHEMA);
    text("when", grades.when().toString());
    text("jdk", grades.jdk());
    text("seed", Long.toString(grades.seed()));
    json.writeBooleanField("passed", grades.passed());
    int earned = 0;
    int points = 0;
    for (var m : grades.modules()) {
      earned += m.earned();
      points += m.points();
    }
    json.writeNumberField("earned", earned);
    json.writeNumberField("points", points);
    json.writeArrayFieldStart("modules");
    for (var m : grades.modules()) {
      write(m);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void write(ModuleResult result) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("module");
    json.writeNumberField("number", result.module().number());
    text("name", result.module().name());
    json.writeArrayFieldStart("exercises");
    for (var e : result.module().exercises()) {
      write(e);
    }
    json.writeEndArray();
    json.writeEndObject();
    text("graded", result.graded());
    json.writeBooleanField("passed", result.passed());
    json.writeNumberField("earned", result.earned());
    json.writeNumberField("points", result.points());
    json.writeNumberField("seconds", result.seconds());
    json.writeArrayFieldStart("exercises");
    for (var e : result.exercises()) {
      write(e);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void write(Exercise exercise) throws IOException {
    json.writeStartObject();
    text("id", Words.id(exercise.id()));
    text("title", exercise.title());
    json.writeNumberField("points", exercise.points());
    text("file", exercise.file());
    json.writeEndObject();
  }

  private void write(ExerciseResult result) throws IOException {
    json.writeStartObject();
    json.writeFieldName("exercise");
    write(result.exercise());
    text("verdict", result.verdict().name());
    json.writeNumberField("earned", result.earned());
    json.writeNumberField("testsPassed", result.passed());
    json.writeArrayFieldStart("tests");
    for (var t : result.tests()) {
      write(t);
    }
    json.writeEndArray();
    write(result.problem());
    text("note", result.note());
    text("likelyMistake", result.likelyMistake());
    json.writeEndObject();
  }

  private void write(TestResult test) throws IOException {
    json.writeStartObject();
    text("testClass", test.testClass());
    text("name", test.name());
    text("property", test.property());
    text("verdict", test.verdict().name());
    write(test.problem());
    json.writeNumberField("seconds", test.seconds());
    text("output", test.output());
    json.writeEndObject();
  }

  private void write(@Nullable Problem problem) throws IOException {
    json.writeFieldName("problem");
    if (problem == null) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    text("text", problem.text());
    write(problem.at());
    write(problem.frames());
    json.writeEndObject();
  }

  private void write(@Nullable SourceLine at) throws IOException {
    json.writeFieldName("at");
    if (at == null) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    text("file", at.file());
    json.writeNumberField("line", at.line());
    text("code", at.code());
    json.writeEndObject();
  }

  private void write(List<String> frames) throws IOException {
    json.writeArrayFieldStart("frames");
    for (var f : frames) {
      json.writeString(Chars.whole(f));
    }
    json.writeEndArray();
  }

  private void text(String name, @Nullable String value) throws IOException {
    json.writeFieldName(name);
    if (value == null) {
      json.writeNull();
    } else {
      json.writeString(Chars.whole(value));
    }
  }
}
