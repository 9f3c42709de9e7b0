package tapeline.instructor.gradebook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.generate.Mirror;

/// A class's submissions of one module, made up: each exercise solved, left, or with any other
/// body.
final class GeneratedClass {
  private final Course course;
  private final CourseModule module;

  GeneratedClass(Course course, CourseModule module) {
    this.course = course;
    this.module = module;
  }

  /// A submission, in which exercises that are not in `bodies` are left as they were given.
  void write(Path folder, String name, Map<ExerciseId, String> bodies, boolean zipped)
      throws IOException {
    var files = new HashMap<String, String>();
    var prefix = "modules/" + module.name() + "/";
    for (var file : Mirror.of(course, module).entrySet()) {
      var inModule = file.getKey().substring(prefix.length());
      if (!inModule.startsWith("src/main/java")) {
        continue;
      }
      var text = new String(file.getValue(), UTF_8);
      var solution = course.solution(module).resolve(inModule);
      var answers = MarkedSource.parse(inModule, Course.read(solution)).bodies();
      var mine = new HashMap<ExerciseId, String>();
      answers.forEach((id, answer) -> {
        var body = bodies.get(id);
        if (body != null) {
          mine.put(id, body.equals("solved") ? answer : body);
        }
      });
      files.put(module.name() + "/" + inModule, MarkedSource.parse(inModule, text).with(mine));
    }
    if (zipped) {
      zip(folder.resolve(name + ".zip"), files);
    } else {
      for (var f : files.entrySet()) {
        var file = folder.resolve(name).resolve(f.getKey());
        Files.createDirectories(file.getParent());
        Files.writeString(file, f.getValue());
      }
    }
  }

  private static void zip(Path zip, Map<String, String> files) throws IOException {
    Files.createDirectories(zip.getParent());
    try (var out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(zip)))) {
      for (var f : files.entrySet()) {
        out.putNextEntry(new ZipEntry(f.getKey()));
        out.write(f.getValue().getBytes(UTF_8));
        out.closeEntry();
      }
    }
  }
}
