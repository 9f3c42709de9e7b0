package tapeline.grader.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;

/// Keeps the compiled toolkit, reference solutions and tests up to date.
///
/// A stamp beside each folder of classes lists the sources they were made from, with their sizes
/// and times; a folder is made again when its stamp, or one it was compiled against, has changed.
final class Build {
  private final Course course;
  private final Classes classes;
  private final Supplier<WorkerProcess> worker;
  private final Set<Path> checked = new HashSet<>();
  private final Set<Path> renewed = new HashSet<>();

  Build(Course course, Supplier<WorkerProcess> worker) {
    this.course = course;
    this.classes = new Classes(course);
    this.worker = worker;
  }

  /// Brings all up to date that grading `module` needs.
  ///
  /// @throws IllegalStateException when the course's own sources do not compile
  void upTo(CourseModule module) {
    if (checked.contains(classes.tests(module))) {
      return;
    }
    try (var _ = BuildLock.in(course.target())) {
      classes.forgetGiven();
      units(module);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock grader/target/build.lock", e);
    }
  }

  private void units(CourseModule module) {
    var modules = Classes.moduleLibraries();
    var tests = Classes.testLibraries();
    unit(classes.toolkit(), Course.javaFiles(course.toolkit()), List.of(), modules);
    unit(classes.testSupport(), Course.javaFiles(course.testSupport()), List.of(), tests);
    for (var m : course.needs(module)) {
      reference(m);
    }
    reference(module);
    var against = new ArrayList<Path>();
    against.add(classes.reference(module));
    against.addAll(classes.below(module));
    against.add(classes.testSupport());
    unit(
        classes.tests(module),
        Course.javaFiles(course.tests(module).resolve("java")),
        against,
        tests);
  }

  private void reference(CourseModule module) {
    unit(
        classes.reference(module),
        Course.javaFiles(course.solution(module).resolve("src/main/java")),
        classes.below(module),
        Classes.moduleLibraries());
  }

  private void unit(Path output, List<Path> sources, List<Path> against, List<Path> libraries) {
    if (!checked.add(output)) {
      return;
    }
    var stamp = output.resolveSibling(output.getFileName() + ".stamp");
    var now = stamp(sources);
    boolean fresh =
        against.stream().noneMatch(renewed::contains)
            && Files.exists(stamp)
            && Course.read(stamp).equals(now);
    if (fresh) {
      return;
    }
    renewed.add(output);
    try {
      Files.deleteIfExists(stamp);
      var path = new ArrayList<>(against);
      path.addAll(libraries);
      var errors = worker.get().compile(sources, path, output);
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

  private static String stamp(List<Path> sources) {
    var text = new StringBuilder();
    for (var p : sources) {
      var file = p.toFile();
      text.append(p).append(' ').append(file.length()).append(' ');
      text.append(file.lastModified()).append('\n');
    }
    return text.toString();
  }
}
