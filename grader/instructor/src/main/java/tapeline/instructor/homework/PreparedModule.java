package tapeline.instructor.homework;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.Selection;
import tapeline.grader.run.Javac;
import tapeline.grader.run.Sources;
import tapeline.grader.run.Workers;
import tapeline.instructor.sandbox.Limits;

/// A module that is ready to grade submissions.
///
/// @param tests the course's tests
/// @param hidden an instructor's own, which run in a cell of their own: where the course's run
///   nothing of them can be read; null where there are none
/// @param plan what both should report
/// @param limits of a run of them
/// @param usesVectors whether its code, or what it builds on, needs [JdkModules#VECTORS]
/// @param kernels those that need no compiler
/// @param given what submissions may not change
record PreparedModule(
    TestSet tests,
    @Nullable TestSet hidden,
    TestPlan plan,
    Limits limits,
    boolean computesForLong,
    boolean usesVectors,
    KnownKernels kernels,
    GivenCode given) {
  private static final long LIMIT_MILLIS = 10_000;

  /// Builds what a module needs into `folder`, and tries tests on the reference solution: those of
  /// the exercises that are graded, and all where an overlay has some or the seed is kept for
  /// gradings to come.
  ///
  /// @param isDrawn whether the seed is a new one
  /// @throws WrongReference when the reference solution does not pass
  static PreparedModule of(
      Course course,
      Selection.Part part,
      Overlay overlay,
      boolean isDrawn,
      Workers trusted,
      Path folder)
      throws WrongReference {
    var module = part.module();
    trusted.prepare(course, module);
    var path = trusted.testClassPath(course, module); // tests, support, then what they run on
    var from = new ArrayList<>(path.subList(0, 2));
    var tests = TestSet.sealed(folder.resolve("tests").resolve(module.name()), from);
    TestSet all = tests;
    TestSet hidden = null;
    var overlaid = overlay.tests(module);
    if (overlaid != null) {
      var classes = folder.resolve("hidden").resolve(module.name());
      var errors = Javac.compile(Sources.of(overlaid), path, classes);
      if (!errors.isEmpty()) {
        throw new IllegalStateException("the overlay's tests do not compile: " + errors.getFirst());
      }
      from.add(classes);
      all = TestSet.sealed(folder.resolve("all-tests").resolve(module.name()), from);
      hidden = all.only(Set.copyOf(TestSet.names(classes)));
    }
    long start = System.nanoTime();
    var tried = isDrawn || overlaid != null ? module.exercises() : part.exercises();
    var ids = tried.stream().map(Exercise::id).toList();
    var on = path.subList(2, path.size());
    var events = trusted.get().test(all.folder(), on, ids, LIMIT_MILLIS);
    int seconds = (int) ((System.nanoTime() - start) / 1_000_000_000);
    for (var e : events) {
      if (!e.passed() && !e.outcome().equals("aborted")) {
        throw new WrongReference(
            "the reference solution fails %s.%s: %s".formatted(e.testClass(), e.name(), e.text()));
      }
    }
    return new PreparedModule(
        tests,
        hidden,
        TestPlan.of(events),
        limits(seconds),
        course.computesForLong(module),
        !course.jdkFlags(List.of(module)).isEmpty(),
        KnownKernels.of(course, module, folder.resolve("ptx").resolve(module.name())),
        new GivenCode(course, module, on));
  }

  /// Returns this module with the course's tests alone.
  PreparedModule withoutHidden() {
    return hidden == null
        ? this
        : new PreparedModule(
            tests,
            null,
            plan.without(hidden.classes()),
            limits,
            computesForLong,
            usesVectors,
            kernels,
            given);
  }

  private static Limits limits(int seconds) {
    var usual = Limits.HOMEWORK;
    return new Limits(
        usual.cpuSeconds() + 40 * Math.max(2, seconds), // a slow test alone may take 120 s
        usual.addressBytes(),
        usual.threads(),
        usual.fileBytes(),
        usual.tmpBytes(),
        usual.openFiles());
  }

  /// The tests, the hidden ones among them, ask for more than the reference solution does.
  static final class WrongReference extends Exception {
    private static final long serialVersionUID = 1;

    WrongReference(String what) {
      super(what);
    }
  }
}
