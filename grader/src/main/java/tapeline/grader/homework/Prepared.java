package tapeline.grader.homework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.generate.Mirror;
import tapeline.grader.run.Sources;
import tapeline.grader.run.Workers;
import tapeline.grader.sandbox.Limits;

/// A module that is ready to grade submissions.
///
/// @param tests the course's tests and the hidden ones, sealed
/// @param testClasses the names of the classes with tests
/// @param plan what they should report
/// @param limits of a run of them
/// @param knownKernels the texts of kernels whose PTX is the course's
/// @param ptx the folder with that of mutants
record Prepared(
    Path tests,
    List<String> testClasses,
    TestPlan plan,
    Limits limits,
    boolean computesForLong,
    Set<String> knownKernels,
    Path ptx) {
  private static final long LIMIT_MILLIS = 10_000;
  private static final String KERNEL = ".cu";

  /// Builds what `module` needs into `folder`, and tries its tests on the reference solution.
  ///
  /// @throws WrongReference when the reference solution does not pass
  static Prepared of(
      Course course, CourseModule module, Overlay overlay, Workers trusted, Path folder)
      throws WrongReference {
    trusted.prepare(course, module);
    var path = trusted.testClassPath(course, module); // tests, support, then what they run on
    var from = new ArrayList<>(path.subList(0, 2));
    var hidden = overlay.tests(module);
    if (hidden != null) {
      var classes = folder.resolve("hidden").resolve(module.name());
      var errors = trusted.compile(Sources.of(hidden), path, classes);
      if (!errors.isEmpty()) {
        throw new IllegalStateException("the overlay's tests do not compile: " + errors.getFirst());
      }
      from.add(classes);
    }
    var tests = folder.resolve("tests").resolve(module.name());
    try {
      SealedRuntime.delete(tests);
      SealedTests.into(tests, from);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot seal the tests of " + module.name(), e);
    }
    var testClasses =
        Course.files(tests, p -> p.toString().endsWith("Test.class")).stream()
            .map(p -> tests.relativize(p).toString().replaceAll("[/\\\\]", "."))
            .map(name -> name.substring(0, name.length() - ".class".length()))
            .toList();
    long start = System.nanoTime();
    var ids = module.exercises().stream().map(Exercise::id).toList();
    var events = trusted.get().test(tests, path.subList(2, path.size()), ids, LIMIT_MILLIS);
    int seconds = (int) ((System.nanoTime() - start) / 1_000_000_000);
    for (var e : events) {
      if (!e.passed() && !e.outcome().equals("aborted")) {
        throw new WrongReference(
            "the reference solution fails %s.%s: %s".formatted(e.testClass(), e.name(), e.text()));
      }
    }
    var usual = Limits.HOMEWORK;
    var limits =
        new Limits(
            usual.cpuSeconds() + 40 * seconds,
            usual.addressBytes(),
            usual.threads(),
            usual.fileBytes(),
            usual.tmpBytes(),
            usual.openFiles());
    return new Prepared(
        tests,
        testClasses,
        TestPlan.of(events),
        limits,
        course.computesForLong(module),
        kernels(course, module),
        mutants(course, module, folder.resolve("ptx").resolve(module.name())));
  }

  /// Those that are given out, and the same with the reference's answers.
  private static Set<String> kernels(Course course, CourseModule module) {
    var texts = new HashSet<String>();
    var given = Mirror.of(course, module);
    given.forEach((name, bytes) -> {
      if (name.endsWith(KERNEL)) {
        texts.add(new String(bytes, StandardCharsets.UTF_8));
      }
    });
    for (var e : module.exercises()) {
      var stub = given.get("modules/" + module.name() + "/" + e.file());
      if (e.file().endsWith(KERNEL) && stub != null) {
        var solution = Course.read(course.solution(module).resolve(e.file()));
        var answers = MarkedSource.parse(e.file(), solution).bodies();
        var text = new String(stub, StandardCharsets.UTF_8);
        texts.add(MarkedSource.parse(e.file(), text).with(answers));
      }
    }
    return Set.copyOf(texts);
  }

  /// A copy of the PTX of the mutants' kernels, which cells can be shown.
  private static Path mutants(Course course, CourseModule module, Path to) {
    try {
      Files.createDirectories(to);
      for (var file : Course.files(course.tests(module).resolve("ptx"), _ -> true)) {
        Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
      return to;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy the PTX of " + module.name(), e);
    }
  }

  /// The tests, the hidden ones among them, ask for more than the reference solution does.
  static final class WrongReference extends Exception {
    private static final long serialVersionUID = 1;

    WrongReference(String what) {
      super(what);
    }
  }
}
