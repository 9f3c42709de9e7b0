package tapeline.grader.check;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.platform.engine.Filter;
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

  List<Outcome> grader() throws IOException, InterruptedException {
    var tests = Sources.of(course.root().resolve("grader/src/test/java"));
    return run("own-tests", tests, List.of(engine()));
  }

  /// Runs the tests of the GPU: of the device, its compilers and the emulator.
  List<Outcome> gpu() throws IOException, InterruptedException {
    return given("own-tests-gpu", OwnTests::ofTheGpu);
  }

  /// Runs the tests of the other given parts.
  List<Outcome> given() throws IOException, InterruptedException {
    return given("own-tests-given", folder -> !ofTheGpu(folder));
  }

  private static boolean ofTheGpu(Path folder) {
    return folder.endsWith("00-gpu/java");
  }

  private List<Outcome> given(String name, Predicate<Path> folders)
      throws IOException, InterruptedException {
    var given =
        course.givenTests().stream()
            .filter(folders)
            .map(Sources::of)
            .reduce(new Sources(List.of(), new TreeMap<>()), Sources::and);
    return given.java().isEmpty() ? List.of() : run(name, given, solutions());
  }

  List<Outcome> laboratory() throws IOException, InterruptedException {
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

  /// The grader's own classes, of which tests use those of needs.
  private Path engine() {
    return course.target().resolve("classes");
  }

  /// The reference solutions of all modules, and what they stand on; the grader's engine.
  private List<Path> solutions() {
    var path = new LinkedHashSet<Path>();
    course.modules().forEach(m -> path.addAll(workers.testClassPath(course, m)));
    path.add(engine());
    return List.copyOf(path);
  }

  /// Compiles the tests into a folder of this name, and runs them there.
  private List<Outcome> run(String name, Sources tests, List<Path> classPath)
      throws IOException, InterruptedException {
    var output = course.target().resolve(name);
    var errors = Javac.compile(tests, classPath, output);
    if (!errors.isEmpty()) {
      return List.of(Outcome.failed(name + " compile", errors.getFirst()));
    }
    var path = new ArrayList<>(List.of(output));
    path.addAll(classPath);
    return BareTests.besideOthers(course, path, only);
  }

  /// Runs the compiled tests in the first folder of the class path, in this process.
  static List<Outcome> junit(List<Path> classPath, String only, Filter<?>... filters)
      throws IOException {
    var urls = new ArrayList<URL>();
    for (var p : classPath) {
      urls.add(p.toUri().toURL());
    }
    try (var loader = new FoldersFirst(urls)) {
      return Junit.run(loader, classPath.getFirst(), only, filters);
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
