package tapeline.grader.generate;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.MarkerException;

/// Puts back what a learner was given. The learner's whole file stays beside it as
/// `FlatTape.java.mine`, the next as `FlatTape.java.mine.2`; none is ever overwritten.
public final class Reset {
  private Reset() {}

  /// Resets the exercise that `what` names (`03.2`), or the module (`03`), and says what it did.
  ///
  /// @throws IllegalArgumentException when `what` names neither, or as [#exercise] does
  public static List<String> of(Course course, String what) {
    var name = what.strip();
    return name.matches("\\d{1,2}")
        ? module(course, course.module(Integer.parseInt(name)))
        : exercise(course, ExerciseId.parse(name));
  }

  /// Puts the stub into the exercise's region of the learner's file; writes nothing when it is
  /// there.
  ///
  /// @throws IllegalArgumentException when there is no such exercise, or the learner's file has no
  ///   such region or malformed markers; the message says what helps instead
  public static List<String> exercise(Course course, ExerciseId id) {
    var module = course.module(id.module());
    var exercise = module.exercise(id);
    var file = course.learner(module).resolve(exercise.file());
    var name = Disk.name(course.root(), file);
    var stub = Mirror.stub(course, exercise);
    if (!Files.exists(file)) {
      throw new IllegalArgumentException(name + " is missing\n" + instead(module, id));
    }
    var source = learners(name, file, module, id);
    var body = source.bodies().get(id);
    if (body == null) {
      throw new IllegalArgumentException(
          "%s has no region // BEGIN EXERCISE %s\n%s".formatted(name, id, instead(module, id)));
    }
    if (body.equals(stub)) {
      return List.of("%s is its stub already; nothing was written".formatted(id));
    }
    // An editor may have removed the import that no solved exercise needs.
    var reset = source.with(Map.of(id, stub));
    var mine = replace(file, name.endsWith(".java") ? Stub.withTodoImport(reset) : reset);
    return List.of("%s is its stub again; your version is %s".formatted(id, name(course, mine)));
  }

  /// Makes each file of the module what it was when generated. Files that the learner added stay.
  public static List<String> module(Course course, CourseModule module) {
    var lines = new ArrayList<String>();
    Mirror.of(course, module)
        .forEach((path, given) -> {
          var file = course.root().resolve(path);
          if (!Files.exists(file)) {
            Disk.write(file, given);
            lines.add(path + " was missing and is back");
          } else if (!Arrays.equals(Disk.read(file), given)) {
            var mine = Disk.keep(file);
            Disk.write(file, given);
            lines.add(
                "%s is as given again; your version is %s".formatted(path, name(course, mine)));
          }
        });
    if (lines.isEmpty()) {
      lines.add("module %s is as given already; nothing was written".formatted(module.name()));
    }
    return lines;
  }

  private static MarkedSource learners(String name, Path file, CourseModule module, ExerciseId id) {
    try {
      return MarkedSource.parse(name, Disk.text(file));
    } catch (MarkerException e) {
      throw new IllegalArgumentException(e.getMessage() + "\n" + instead(module, id), e);
    }
  }

  private static String instead(CourseModule module, ExerciseId id) {
    return "so -Dreset=%s cannot find the exercise; -Dreset=%s resets the whole module"
            .formatted(id, module.id())
        + ", and keeps your versions";
  }

  /// Writes `text` with the line ends of the old version, and says where that is.
  private static Path replace(Path file, String text) {
    boolean crlf = Course.read(file).contains("\r\n");
    var mine = Disk.keep(file);
    var written = crlf ? text.replace("\n", "\r\n") : text;
    Disk.write(file, written.getBytes(StandardCharsets.UTF_8));
    return mine;
  }

  private static String name(Course course, Path file) {
    return Disk.name(course.root(), file);
  }
}
