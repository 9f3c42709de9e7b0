package tapeline.grader.run;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.GivenFolder;
import tapeline.grader.course.Lock;
import tapeline.grader.course.Stamp;

/// Keeps the compiled given folders, reference solutions and tests up to date.
///
/// A stamp beside each folder of classes lists the sources they were made from, with their sizes
/// and times, and the checksums of the stamps of what they were compiled against; a folder is made
/// again when its stamp has changed.
final class Build {
  private final Course course;
  private final Classes classes;
  private final Set<Path> checked = new HashSet<>();

  Build(Course course) {
    this.course = course;
    this.classes = new Classes(course);
  }

  /// Brings all up to date that grading `module` needs.
  ///
  /// @throws IllegalStateException when the course's own sources do not compile
  void upTo(CourseModule module) {
    if (checked.contains(classes.tests(module))) {
      return;
    }
    locked(() -> {
      classes.forgetGiven();
      references(module);
      tests(module);
    });
  }

  /// Brings up to date what a program that uses `modules` needs: no tests.
  ///
  /// @throws IllegalStateException when the course's own sources do not compile
  void references(List<CourseModule> modules) {
    locked(() -> modules.forEach(this::references));
  }

  private void locked(Runnable build) {
    try (var _ = Lock.on(course.target().resolve("build.lock"))) {
      build.run();
    }
  }

  /// Brings these up to date, each behind those that it needs.
  ///
  /// @throws IllegalStateException when one does not compile
  void given(List<GivenFolder> folders) {
    locked(() -> folders.forEach(this::given));
  }

  private void given(GivenFolder folder) {
    unit(
        classes.of(folder),
        folder.java(),
        classes.of(course.given(folder)),
        Classes.moduleLibraries());
  }

  private void references(CourseModule module) {
    course.given(module).forEach(this::given);
    course.needs(module).forEach(this::reference);
    reference(module);
  }

  private void tests(CourseModule module) {
    var libraries = Classes.testLibraries();
    unit(classes.testSupport(), course.testSupport(), List.of(), libraries);
    var against = new ArrayList<Path>();
    against.add(classes.reference(module));
    against.addAll(classes.below(module));
    against.add(classes.testSupport());
    unit(classes.tests(module), course.tests(module).resolve("java"), against, libraries);
  }

  private void reference(CourseModule module) {
    unit(
        classes.reference(module),
        course.solution(module).resolve("src/main/java"),
        classes.below(module),
        Classes.moduleLibraries());
  }

  /// Keeps up to date what is made of the folder `java` and the resources beside it.
  private void unit(Path output, Path java, List<Path> against, List<Path> libraries) {
    if (!checked.add(output)) {
      return;
    }
    var stamp = stampOf(output);
    var sources = Sources.of(java);
    var now = stamp(sources.files(), against);
    if (Files.exists(stamp) && Course.read(stamp).equals(now)) {
      return;
    }
    try {
      Files.deleteIfExists(stamp);
      var path = new ArrayList<>(against);
      path.addAll(libraries);
      var errors = sources.compile(Javac::compile, path, output);
      if (!errors.isEmpty()) {
        var e = errors.getFirst();
        throw new IllegalStateException(
            "the course's own sources do not compile: %s:%d: %s"
                .formatted(course.root().relativize(e.file()), e.line(), e.message()));
      }
      Files.writeString(stamp, now);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path stampOf(Path output) {
    return output.resolveSibling(output.getFileName() + ".stamp");
  }

  /// Names files from the course's root, so that classes serve a copy of the course as well.
  private String stamp(List<Path> sources, List<Path> against) {
    var text = new StringBuilder(Stamp.of(sources));
    for (var p : against) {
      var checksum = Stamp.checksum(Course.read(stampOf(p)));
      text.append(p).append(' ').append(checksum).append('\n');
    }
    return text.toString().replace(course.root() + File.separator, "");
  }
}
