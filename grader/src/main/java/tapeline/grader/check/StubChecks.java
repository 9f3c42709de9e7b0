package tapeline.grader.check;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Verdict;
import tapeline.grader.run.Grader;

/// Each stub compiles, and fails exactly its own exercise's tests, as *not started*.
///
/// @param quick a grader that leaves out slow tests, which pass or fail with the quick ones of
///   their exercise
record StubChecks(Course course, List<CourseModule> modules, Grader grader, Grader quick) {

  List<Outcome> outcomes() {
    var outcomes = new ArrayList<Outcome>();
    var variants = new Variants(course);
    for (var module : modules) {
      for (var e : module.exercises()) {
        var folder = variants.stubbed(module, e.id());
        var others = new ArrayList<>(module.exercises());
        others.remove(e);
        var problem = own(e, grader.folder(module, List.of(e), folder));
        if (problem == null) {
          problem = unless(Verdict.PASSED, e, quick.folder(module, others, folder));
        }
        outcomes.add(Outcome.of("stub of " + e.id(), problem));
      }
    }
    return outcomes;
  }

  private static @Nullable String own(Exercise stub, ModuleResult result) {
    for (var t : result.exercises().getFirst().tests()) {
      if (t.verdict() != Verdict.NOT_STARTED) {
        return "%s.%s is %s on the stub instead of not started"
            .formatted(t.testClass(), t.name(), t.verdict());
      }
    }
    return unless(Verdict.NOT_STARTED, stub, result);
  }

  private static @Nullable String unless(Verdict expected, Exercise stub, ModuleResult result) {
    for (var r : result.exercises()) {
      if (r.verdict() != expected) {
        var problem = r.firstProblem();
        return "with %s a stub, %s is %s instead of %s%s"
            .formatted(
                stub.id(),
                r.exercise().id(),
                r.verdict(),
                expected,
                problem == null ? "" : ": " + problem.headline());
      }
    }
    return null;
  }
}
