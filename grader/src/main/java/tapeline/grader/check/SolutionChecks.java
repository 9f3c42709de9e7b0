package tapeline.grader.check;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Verdict;
import tapeline.grader.run.Grader;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.KnownMistakes;
import tapeline.grader.run.Workers;

/// The reference solutions pass every test, whatever the seed; slow ones, which have seeds of their
/// own, are run once.
record SolutionChecks(Course course, List<CourseModule> modules, long limitMillis) {
  private static final long[] SEEDS = {1, 2, 3, 20_250_916, -7};

  List<Outcome> outcomes() {
    var outcomes = new ArrayList<Outcome>();
    for (long seed : SEEDS) {
      try (var workers = new Workers(new Jvm(course, seed, seed == SEEDS[0]))) {
        var grader = new Grader(course, workers, KnownMistakes.none(course), limitMillis);
        for (var module : modules) {
          var result = grader.reference(module, module.exercises());
          outcomes.add(
              Outcome.of("solution of " + module.name() + ", seed " + seed, problem(result)));
        }
      }
    }
    return outcomes;
  }

  private static @Nullable String problem(ModuleResult result) {
    for (var e : result.exercises()) {
      var problem = e.firstProblem();
      if (e.verdict() != Verdict.PASSED) {
        var test = e.firstFailure();
        return "%s is %s%s%s"
            .formatted(
                e.exercise().id(),
                e.verdict(),
                test == null ? "" : " in " + test.testClass() + "." + test.name(),
                problem == null ? "" : ": " + problem.text());
      }
    }
    return null;
  }
}
