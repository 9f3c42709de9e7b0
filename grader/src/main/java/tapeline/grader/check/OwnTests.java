package tapeline.grader.check;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import tapeline.grader.course.Course;
import tapeline.grader.run.Workers;

/// The grader's own tests, `grader/src/test/java`.
record OwnTests(Course course, Workers workers) {

  List<Outcome> outcomes() throws IOException {
    var output = course.target().resolve("own-tests");
    var classes = course.target().resolve("classes");
    var errors =
        workers.compile(
            Course.javaFiles(course.root().resolve("grader/src/test/java")),
            List.of(classes),
            output);
    if (!errors.isEmpty()) {
      return List.of(Outcome.failed("the grader's tests compile", errors.getFirst()));
    }
    var own = OwnTests.class.getClassLoader();
    try (var loader = new URLClassLoader(new URL[] {url(output)}, own)) {
      return Junit.run(loader, output);
    }
  }

  private static URL url(Path folder) throws IOException {
    return folder.toUri().toURL();
  }
}
