package tapeline.instructor.gradebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.run.ChildJvm;
import tapeline.grader.run.Classes;
import tapeline.instructor.Instructor;

/// A test with a small class of module 2 in a folder, and the command that grades it in a process
/// of its own.
abstract class GradebookRun {
  private static final Duration DEADLINE = Duration.ofMinutes(15);

  @TempDir Path folder;
  final Course course = Course.at(FixtureCourse.projectRoot());
  final CourseModule module = course.module(2);
  final GeneratedClass homework = new GeneratedClass(course, module);
  Path submissions;
  Path out;

  @BeforeEach
  void open() throws IOException {
    submissions = Files.createDirectory(folder.resolve("class"));
    out = folder.resolve("marks.csv");
  }

  /// Returns the answers of somebody who has solved so many exercises, the first ones first.
  Map<ExerciseId, String> solved(int exercises) {
    var bodies = new HashMap<ExerciseId, String>();
    module.exercises().stream().limit(exercises).forEach(e -> bodies.put(e.id(), "solved"));
    return bodies;
  }

  static List<String> program() {
    var flags = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    var main = Instructor.class.getName();
    return ChildJvm.of(flags, Classes.OWN_PATH, main, List.of()).command();
  }

  List<String> words(String... options) {
    var words = new ArrayList<>(List.of(submissions.toString(), "--out", out.toString()));
    words.addAll(List.of("--modules", "2", "--course", course.root().toString()));
    words.addAll(List.of(options));
    return words;
  }

  Process start(String... options) throws IOException {
    return start(System.getenv("PATH"), options);
  }

  private Process start(String path, String... options) throws IOException {
    var command = new ArrayList<>(program());
    command.add("gradebook");
    command.addAll(words(options));
    var builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile());
    builder.environment().put("PATH", path);
    return builder.start();
  }

  /// Grades, and returns what the command printed.
  String run(int code, String... options) throws Exception {
    return end(code, start(options));
  }

  /// Grades where no other program is found.
  String runAlone(int code, String... options) throws Exception {
    return end(code, start("", options));
  }

  /// Waits for a process, which ends with this code, and returns what it printed.
  String end(int code, Process process) throws Exception {
    if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    assertThat(process.waitFor()).as(log()).isEqualTo(code);
    return log();
  }

  String log() throws IOException {
    return Files.readString(folder.resolve("log"));
  }

  /// Reads the marks by id: status, late days, earned, total.
  Map<String, String> marks() {
    var table = CsvTable.read(out, "the marks");
    var marks = new HashMap<String, String>();
    for (var row : table.rows()) {
      var cells = Stream.of("status", "late_days", "earned", "total");
      var told = cells.map(c -> table.cell(row, c)).collect(Collectors.joining(" | "));
      marks.put(table.cell(row, "id"), told);
    }
    return marks;
  }

  /// Returns the files with results.
  List<File> results() {
    var folder = this.folder.resolve("marks/results").toFile();
    var files = folder.listFiles((_, name) -> name.endsWith(".json"));
    return files == null ? List.of() : List.of(files);
  }
}
