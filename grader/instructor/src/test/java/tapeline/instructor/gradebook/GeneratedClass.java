package tapeline.instructor.gradebook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tapeline.grader.course.Brief;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.generate.Mirror;

/// A class's submissions of one module, made up: each exercise solved, left, or done wrongly as
/// learners do, half of them as archives; and three that attack.
///
/// `GeneratedClass COURSE MODULE FOLDER COUNT`
public final class GeneratedClass {
  private final Course course;
  private final CourseModule module;
  private final Random random = new Random(7);

  public GeneratedClass(Course course, CourseModule module) {
    this.course = course;
    this.module = module;
  }

  public static void main(String[] args) throws IOException {
    var course = Course.at(Path.of(args[0]).toRealPath());
    var made = new GeneratedClass(course, course.module(Integer.parseInt(args[1])));
    made.into(Path.of(args[2]), Integer.parseInt(args[3]));
  }

  /// Writes `count` submissions, the last three of them hostile.
  public void into(Path folder, int count) throws IOException {
    for (int i = 0; i < count - 3; i++) {
      var bodies = new HashMap<ExerciseId, String>();
      for (var e : module.exercises()) {
        var mutants = Brief.of(course, e).mutants();
        int choice = random.nextInt(20);
        if (choice < 17) {
          bodies.put(e.id(), "solved");
        } else if (choice < 19) {
          bodies.put(e.id(), mutants.get(random.nextInt(mutants.size())).body());
        }
      }
      write(folder, "student%03d".formatted(i), bodies, i % 2 == 0);
    }
    hostile(
        folder,
        "zz-forks",
        "while (true) Thread.ofPlatform().start(() -> { while (true) { try { new ProcessBuilder(\"/java/bin/java\").start(); } catch (java.io.IOException e) { Thread.yield(); } } });");
    hostile(folder, "zz-hangs", "while (true) {}");
    hostile(
        folder,
        "zz-fills",
        "try { for (int i = 0; ; i++) java.nio.file.Files.write(java.nio.file.Path.of(\"/tmp/f\" + i), new byte[1 << 20]); } catch (java.io.IOException e) { throw new java.io.UncheckedIOException(e); }");
  }

  /// The attack in the place of every exercise.
  private void hostile(Path folder, String name, String code) throws IOException {
    var bodies = new HashMap<ExerciseId, String>();
    for (var e : module.exercises()) {
      bodies.put(
          e.id(),
          "    if (true) { " + code + " }\n    throw new Todo(\"" + e.id() + "\", \"\");\n");
    }
    write(folder, name, bodies, false);
  }

  /// A submission, in which exercises that are not in `bodies` are left as they were given.
  public void write(Path folder, String name, Map<ExerciseId, String> bodies, boolean zipped)
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
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (var f : files.entrySet()) {
        out.putNextEntry(new ZipEntry(f.getKey()));
        out.write(f.getValue().getBytes(UTF_8));
        out.closeEntry();
      }
    }
  }
}
