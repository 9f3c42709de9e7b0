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
record StubChecks(Course course, List<CourseModule> modules, Grader grader) {

  List<Outcome> outcomes() {
    var outcomes = new ArrayList<Outcome>();
    var variants = new Variants(course);
    for (var module : modules) {
      for (var e : module.exercises()) {
        var result = grader.folder(module, module.exercises(), variants.stubbed(module, e.id()));
        outcomes.add(Outcome.of("stub of " + e.id(), problem(e, result)));
      }
    }
    return outcomes;
  }

  private static @Nullable String problem(Exercise stub, ModuleResult result) {
    for (var r : result.exercises()) {
      boolean own = r.exercise().equals(stub);
      var expected = own ? Verdict.NOT_STARTED : Verdict.PASSED;
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
      for (var t : r.tests()) {
        if (own && t.verdict() != Verdict.NOT_STARTED) {
          return "%s.%s is %s on the stub instead of not started"
              .formatted(t.testClass(), t.name(), t.verdict());
        }
      }
    }
    return null;
  }
}
