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
import tapeline.grader.run.Jvm;
import tapeline.grader.run.KnownMistakes;
import tapeline.grader.run.Workers;

/// Each stub compiles, and fails exactly its own exercise's tests, as *not started*; the other
/// exercises pass beside it, with seeds that [SolutionChecks] does not use.
///
/// The seeds take turns, so that in a module of three exercises or more each exercise meets both.
/// Slow tests are left out there: they pass or fail with the quick ones of their exercise.
final class StubChecks implements AutoCloseable {
  private static final long[] SEEDS = {20_250_916, -7};

  private final Course course;
  private final Grader grader;
  private final List<Workers> quickWorkers = new ArrayList<>();
  private final List<Grader> quick = new ArrayList<>();

  StubChecks(Course course, Workers workers, long limitMillis) {
    this.course = course;
    var known = KnownMistakes.none(course);
    grader = new Grader(course, workers, known, limitMillis);
    for (long seed : SEEDS) {
      var seeded = new Workers(new Jvm(course, seed, false));
      quickWorkers.add(seeded);
      quick.add(new Grader(course, seeded, known, limitMillis));
    }
  }

  List<Outcome> outcomes(List<CourseModule> modules) {
    var outcomes = new ArrayList<Outcome>();
    var variants = new Variants(course);
    for (var module : modules) {
      for (var e : module.exercises()) {
        var folder = variants.stubbed(module, e.id());
        var others = new ArrayList<>(module.exercises());
        others.remove(e);
        int turn = e.id().number() % SEEDS.length;
        var problem = own(e, grader.folder(module, List.of(e), folder));
        if (problem == null && !others.isEmpty()) {
          problem = unless(Verdict.PASSED, e, quick.get(turn).folder(module, others, folder));
          problem = problem == null ? null : problem + " (seed " + SEEDS[turn] + ")";
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

  @Override
  public void close() {
    quickWorkers.forEach(Workers::close);
  }
}
