package tapeline.grader.check;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeMap;
import tapeline.grader.course.Course;
import tapeline.grader.run.Javac;
import tapeline.grader.run.Sources;
import tapeline.grader.run.Workers;

/// The tests that grade no learner: the grader's own, `grader/src/test/java`, those of the given
/// parts, [Course#givenTests], and the laboratory's, beside which the benchmarks lie that they
/// count.
record OwnTests(Course course, Workers workers, String only) {
  /// The last module whose benchmarks the laboratory's tests count; those above go by the machine.
  private static final int COUNTED = 9;

  List<Outcome> grader() throws IOException {
    var tests = Sources.of(course.root().resolve("grader/src/test/java"));
    return run("own-tests", tests, List.of(course.target().resolve("classes")));
  }

  List<Outcome> given() throws IOException {
    var given =
        course.givenTests().stream()
            .map(Sources::of)
            .reduce(new Sources(List.of(), new TreeMap<>()), Sources::and);
    return given.java().isEmpty() ? List.of() : run("own-tests-given", given, solutions());
  }

  List<Outcome> laboratory() throws IOException {
    var tests = Sources.of(course.root().resolve("grader/laboratory/src/test/java"));
    if (tests.java().isEmpty()) {
      return List.of();
    }
    var laboratory = Sources.of(course.laboratory()).and(tests);
    for (var module : course.modules()) {
      if (module.number() <= COUNTED) {
        laboratory = laboratory.and(Sources.of(course.solution(module).resolve("src/bench/java")));
      }
    }
    return run("own-tests-laboratory", laboratory, solutions());
  }

  /// The reference solutions of all modules, and what they stand on.
  private List<Path> solutions() {
    var path = new LinkedHashSet<Path>();
    course.modules().forEach(m -> path.addAll(workers.testClassPath(course, m)));
    return List.copyOf(path);
  }

  /// Compiles the tests into a folder of this name, and runs them there.
  private List<Outcome> run(String name, Sources tests, List<Path> classPath) throws IOException {
    var output = course.target().resolve(name);
    var errors = Javac.compile(tests, classPath, output);
    if (!errors.isEmpty()) {
      return List.of(Outcome.failed(name + " compile", errors.getFirst()));
    }
    var urls = new ArrayList<URL>();
    urls.add(output.toUri().toURL());
    for (var p : classPath) {
      urls.add(p.toUri().toURL());
    }
    try (var loader = new FoldersFirst(urls)) {
      return Junit.run(loader, output, only);
    }
  }

  /// Looks into its folders before it asks the grader's loader: a test shares a package with what
  /// it tests only when one loader loads both.
  private static final class FoldersFirst extends URLClassLoader {
    FoldersFirst(List<URL> folders) {
      super(folders.toArray(URL[]::new), OwnTests.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        var loaded = findLoadedClass(name);
        if (loaded != null) return loaded;
        try {
          return findClass(name);
        } catch (ClassNotFoundException _) {
          return super.loadClass(name, resolve);
        }
      }
    }
  }
}
