package tapeline.grader.generate;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tapeline.grader.course.Course;
import tapeline.grader.course.Encoding;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.course.Imports;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.MarkerException;
import tapeline.grader.course.Region;

/// The learner's file of an exercise, as it was when it was read.
///
/// @param name the path from the course's root, with `/` between names
/// @param given the file that it was made from
public record ExerciseFile(
    Exercise exercise, Path path, String name, MarkedSource given, MarkedSource source) {

  /// Reads the file of exercise `id`.
  ///
  /// @param front where the learner will read what helps
  /// @throws IllegalArgumentException when there is no such exercise, or the learner's file is no
  ///   UTF-8, or has no such region or malformed markers; the message says what helps instead
  public static ExerciseFile of(Course course, ExerciseId id, Front front) {
    var module = course.module(id.module());
    var exercise = module.exercise(id);
    var path = course.learner(module).resolve(exercise.file());
    var name = Disk.name(course.root(), path);
    var given = Mirror.solution(course, exercise);
    var instead =
        "\nso %s cannot find the exercise; %s resets the whole module, and keeps your versions"
            .formatted(front.option("reset", "" + id), front.option("reset", module.id()));
    if (Blank.is(course.learner(module)) && name.endsWith(".java")) {
      throw new IllegalArgumentException(
          "%s has no region of %s while module %s is blank; %s"
              .formatted(name, id, module, Blank.back(module)));
    }
    if (!Files.exists(path)) {
      throw new IllegalArgumentException(name + " is missing" + instead);
    }
    var bytes = Disk.read(path);
    var utf16 = Encoding.utf16(bytes);
    var text = Disk.utf8(bytes);
    if (utf16.isPresent() || text.isEmpty()) {
      var fault = utf16.or(() -> Encoding.undecodable(bytes, new StringBuilder()));
      throw new IllegalArgumentException(name + ": " + fault.orElseThrow());
    }
    try {
      var source = MarkedSource.parse(name, text.get());
      if (!source.bodies().containsKey(id)) {
        throw new IllegalArgumentException(
            "%s has no region // BEGIN EXERCISE %s%s".formatted(name, id, instead));
      }
      return new ExerciseFile(exercise, path, name, given, source);
    } catch (MarkerException e) {
      throw new IllegalArgumentException(e.getMessage() + instead, e);
    }
  }

  /// Returns whether an exercise is not begun: its region is as given, or in a blank module its
  /// file. False where it cannot be found, which a grading says.
  public static boolean isStub(Course course, ExerciseId id) {
    var module = course.module(id.module());
    try {
      var file = module.exercise(id).file();
      return Blank.isEmptied(course, module, course.learner(module), file)
          || of(course, id, Front.terminal()).isStub();
    } catch (IllegalArgumentException | UncheckedIOException _) {
      return false;
    }
  }

  /// Returns the stub that was given in the exercise's region.
  public String stub() {
    return Region.of(exercise.id(), given.regions()).stub();
  }

  /// The exercise's region.
  public Region region() {
    return Region.of(exercise.id(), source.regions());
  }

  /// The lines in the region, each ended by `\n`.
  public String body() {
    return region().body();
  }

  /// Returns whether the region is as given.
  public boolean isStub() {
    return body().equals(stub());
  }

  /// The file with other lines in the region.
  ///
  /// @throws MarkerException when `body` holds what reads as a marker
  public ExerciseFile with(String body) {
    var text = source.with(Map.of(exercise.id(), body));
    // An editor may have removed the imports that no solved exercise needs.
    var whole =
        name.endsWith(".java") ? Imports.completed(text, List.of(body), given.text()) : text;
    return new ExerciseFile(exercise, path, name, given, MarkedSource.parse(name, whole));
  }

  /// Writes the whole file, with the line ends it had.
  public void write() {
    boolean crlf = Files.exists(path) && Course.read(path).contains("\r\n");
    var text = crlf ? source.text().replace("\n", "\r\n") : source.text();
    Disk.write(path, text.getBytes(StandardCharsets.UTF_8));
  }
}
