package tapeline.grader.check;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.MethodSource;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.run.Workers;

/// The tests of a module as JUnit finds them.
final class ModuleTests {
  private ModuleTests() {}

  /// A test method.
  ///
  /// @param name its class and its method, as `BackwardTest.adds_up`
  /// @param holder the outermost class of its class, as `tapeline.tests.BackwardTest`
  /// @param tags its own and its class's
  record Case(String name, String holder, List<String> tags) {}

  static List<Case> of(Course course, Workers workers, CourseModule module) throws IOException {
    var path = workers.testClassPath(course, module);
    var urls = new ArrayList<URL>();
    for (var p : path) {
      urls.add(p.toUri().toURL());
    }
    var cases = new ArrayList<Case>();
    try (var loader =
        new URLClassLoader(urls.toArray(URL[]::new), ModuleTests.class.getClassLoader())) {
      for (var test : Junit.discover(loader, path.getFirst())) {
        var method = (MethodSource) test.getSource().orElseThrow();
        var type = method.getClassName();
        var simple = type.substring(type.lastIndexOf('.') + 1).replace('$', '.');
        var tags = test.getTags().stream().map(TestTag::getName).toList();
        var holder = type.replaceFirst("\\$.*", "");
        cases.add(new Case(simple + "." + method.getMethodName(), holder, tags));
      }
    }
    return cases;
  }
}
