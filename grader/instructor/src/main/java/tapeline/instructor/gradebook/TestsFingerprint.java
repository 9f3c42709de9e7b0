package tapeline.instructor.gradebook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Selection;

/// The hash of what submissions are graded by: with another, kept results do not count.
final class TestsFingerprint {
  private TestsFingerprint() {}

  /// Returns the hash of the reference and the tests of all that is graded, and of what these need.
  ///
  /// @param overlay the folder of hidden tests; null where there is none
  /// @param compilers of kernels, which count where there are kernels
  static String of(
      Course course, Selection selection, long seed, @Nullable Path overlay, String compilers)
      throws IOException {
    var print = new Fingerprint().add("" + seed);
    for (var part : selection.parts()) {
      part.exercises().forEach(e -> print.add(e.id().toString()));
    }
    for (var m : modules(course, selection)) {
      print.add(course.solution(m).resolve("src/main"));
      var given = course.solution(m).resolve("src/given");
      if (Files.isDirectory(given)) {
        print.add(given);
      }
      print.add(course.tests(m).resolve("java"));
    }
    for (var given : course.given()) {
      print.add(given.name()).add(given.folder().resolve("src/main"));
    }
    print.add(hasKernels(course, selection) ? compilers : "");
    print.add(course.testSupport());
    return overlay == null ? print.hex() : print.add(overlay).hex();
  }

  /// Returns whether the modules have kernels, which a compiler of the machine compiles.
  static boolean hasKernels(Course course, Selection selection) {
    return modules(course, selection).stream()
        .anyMatch(
            m -> !Course.files(course.solution(m), f -> f.toString().endsWith(".cu")).isEmpty());
  }

  /// Returns the modules of the selection and those that they need, in the course's order.
  private static List<CourseModule> modules(Course course, Selection selection) {
    var modules = new HashSet<CourseModule>();
    for (var part : selection.parts()) {
      modules.add(part.module());
      modules.addAll(course.needs(part.module()));
    }
    return course.modules().stream().filter(modules::contains).toList();
  }
}
