package tapeline.grader.generate;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;

/// Puts back what a learner was given. The learner's whole file stays beside it as
/// `FlatTape.java.mine`, the next as `FlatTape.java.mine.2`; none is ever overwritten.
public final class Reset {
  private Reset() {}

  /// Resets the exercise that `what` names (`03.2`), or the module (`03`), and says what it did.
  ///
  /// @param front where the learner asked, and reads the answer
  /// @throws IllegalArgumentException when `what` names neither, or as [#exercise] does
  public static List<String> of(Course course, String what, Front front) {
    var name = what.strip();
    return name.matches("\\d{1,2}")
        ? module(course, course.module(Integer.parseInt(name)))
        : exercise(course, ExerciseId.parse(name), front);
  }

  /// Puts the stub into the exercise's region of the learner's file; writes nothing when it is
  /// there. A file that is missing is as it was given.
  ///
  /// @throws IllegalArgumentException as [ExerciseFile#of] does
  public static List<String> exercise(Course course, ExerciseId id, Front front) {
    var module = course.module(id.module());
    var path = course.learner(module).resolve(module.exercise(id).file());
    if (!Files.exists(path)) {
      var name = name(course, path);
      Disk.write(path, Objects.requireNonNull(Mirror.of(course, module).get(name)));
      return List.of(name + " was missing and is back");
    }
    var file = ExerciseFile.of(course, id, front);
    if (file.isStub()) {
      return List.of("%s is its stub already; nothing was written".formatted(id));
    }
    var stubbed = file.with(file.stub());
    var mine = Disk.keep(file.path());
    stubbed.write();
    return List.of("%s is its stub again; your version is %s".formatted(id, name(course, mine)));
  }

  /// Makes each file of the module what it was when generated. Files that the learner added stay.
  ///
  /// @throws IllegalArgumentException when the module is blank
  public static List<String> module(Course course, CourseModule module) {
    if (Blank.is(course.learner(module))) {
      throw new IllegalArgumentException(
          "module %s is blank: %s".formatted(module, Blank.back(module)));
    }
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

  private static String name(Course course, Path file) {
    return Disk.name(course.root(), file);
  }
}
