package tapeline.grader.run;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;

/// Where compiled classes lie, and on which class path what stands.
record Classes(Course course) {
  private Path folder(String kind) {
    return course.target().resolve("course").resolve(kind);
  }

  Path toolkit() {
    return folder("toolkit");
  }

  Path testSupport() {
    return folder("test-support");
  }

  Path reference(CourseModule module) {
    return folder("reference").resolve(module.name());
  }

  Path tests(CourseModule module) {
    return folder("tests").resolve(module.name());
  }

  /// Classes made from what was handed in; `variant` tells several versions of it apart.
  Path given(CourseModule module, String variant) {
    return folder("given").resolve(variant).resolve(module.name());
  }

  /// The libraries that the course's code is compiled against: the grader's own.
  static List<Path> libraries() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(p -> p.toString().endsWith(".jar"))
        .toList();
  }

  /// The toolkit and the reference solutions that `module` may use.
  List<Path> below(CourseModule module) {
    var path = new ArrayList<Path>();
    course.needs(module).forEach(m -> path.add(reference(m)));
    path.add(toolkit());
    return path;
  }
}
