package tapeline.instructor.homework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.course.Selection;
import tapeline.grader.result.ExerciseResult;

/// The fixture course, open for homework on its first module.
final class HomeworkClass implements AutoCloseable {
  private static final long LIMIT_MILLIS = 8_000; // a full memory takes more than two

  private final FixtureCourse fixture;
  private final Homework homework;

  private HomeworkClass(FixtureCourse fixture, Homework homework) {
    this.fixture = fixture;
    this.homework = homework;
  }

  /// In `folder`; the sandbox's Java is the project's own, which is kept.
  static HomeworkClass in(Path folder) throws IOException {
    return in(folder, null, OptionalLong.of(1));
  }

  static HomeworkClass in(Path folder, @Nullable Path overlay, OptionalLong seed)
      throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    var fixture = FixtureCourse.in(folder);
    var kept = FixtureCourse.projectRoot().resolve("grader/target/sandbox");
    Files.createDirectories(kept);
    var link = Files.createSymbolicLink(folder.resolve("grader/target/sandbox"), kept);
    try {
      return open(fixture, overlay, seed);
    } catch (IllegalStateException e) {
      Files.delete(link);
      throw e;
    }
  }

  private static HomeworkClass open(
      FixtureCourse fixture, @Nullable Path overlay, OptionalLong seed) throws IOException {
    var course = fixture.course();
    var parts = Selection.of(course, "1").parts();
    var hidden = overlay == null ? Overlay.NONE : Overlay.in(course, overlay);
    var homework = Homework.open(course, parts, hidden, seed, 2, LIMIT_MILLIS);
    return new HomeworkClass(fixture, homework);
  }

  FixtureCourse fixture() {
    return fixture;
  }

  Course course() {
    return fixture.course();
  }

  Homework homework() {
    return homework;
  }

  /// The module's folder as it is handed in, solved but for the first exercise.
  Path solvedButFirst() throws IOException {
    fixture.forget();
    fixture.solve("01.2", "01.3");
    return course().learner(course().module(1));
  }

  /// The folder that the fixture's learner hands in.
  Path submission() {
    return course().root().resolve("modules");
  }

  /// Grades what the fixture's learner has, by exercise.
  Map<String, ExerciseResult> grade() throws Refused {
    return grade(submission());
  }

  Map<String, ExerciseResult> grade(Path submission) throws Refused {
    return grade(submission, new Withheld());
  }

  Map<String, ExerciseResult> grade(Path submission, Withheld withheld) throws Refused {
    var results = new TreeMap<String, ExerciseResult>();
    for (var module : homework.grade(submission, withheld)) {
      module.exercises().forEach(e -> results.put(e.exercise().id().toString(), e));
    }
    return results;
  }

  @Override
  public void close() throws IOException {
    homework.close();
    Files.delete(course().root().resolve("grader/target/sandbox")); // JUnit warns of links
  }
}
