package tapeline.grader.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.TestResult;
import tapeline.grader.result.Verdict;
import tapeline.grader.run.Grader;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.KnownMistakes;
import tapeline.grader.run.Modules;
import tapeline.grader.run.Workers;

/// A module compiles with empty bodies, and each of its exercises is *not started* then. Each stub
/// compiles, and fails exactly its own exercise's tests, as *not started*; the other exercises pass
/// beside it, with seeds that [SolutionChecks] does not use.
///
/// All stubs run together first: tests that end at their own exercise's stub have met no other one.
/// An exercise that has others runs once more, with all the others solved.
///
/// The exercises of a module are written into a square. With the first seed the rows run, one at a
/// time, with the second the columns, and all other exercises are stubs then. Any two stand in
/// different rows or columns, so that each passes beside the other's stub, and each meets both
/// seeds. Slow tests are left out there: they pass or fail with the quick ones of their exercise.
final class StubChecks implements AutoCloseable {
  private static final long[] SEEDS = {20_250_916, -7};

  private final Course course;
  private final Variants variants;
  private final Grader grader;
  private final List<Workers> quickWorkers = new ArrayList<>();
  private final List<Grader> quick = new ArrayList<>();

  StubChecks(Course course, Workers workers, long limitMillis) {
    this.course = course;
    variants = new Variants(course);
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
    for (var module : modules) {
      outcomes.add(Outcome.of("blank " + module, blank(module)));
      for (int turn = 0; turn < SEEDS.length; turn++) {
        for (var line : lines(module.exercises(), turn)) {
          var problem = beside(module, line, turn);
          if (problem != null) {
            outcomes.add(Outcome.failed("stubs beside " + ids(line), problem));
          }
        }
      }
      for (var together : stubbed(module, module.exercises())) {
        var e = together.exercise();
        var result = endsAtItsStub(together) ? together : stubbed(module, List.of(e)).getFirst();
        outcomes.add(Outcome.of("stub of " + e.id(), own(result)));
      }
    }
    return outcomes;
  }

  private @Nullable String blank(CourseModule module) {
    var folder = variants.blank(module);
    var errors = new Modules(course).learner(module, "blank", folder).errors();
    return errors.isEmpty()
        ? unless(
            Verdict.NOT_STARTED,
            "empty bodies",
            quick.getFirst().folder(module, module.exercises(), folder).exercises())
        : "%s:%d: %s"
            .formatted(
                errors.getFirst().file().getFileName(),
                errors.getFirst().line(),
                errors.getFirst().message());
  }

  /// The rows of the square of these, or its columns.
  private static <T> Collection<List<T>> lines(List<T> all, int turn) {
    int side = (int) Math.ceil(Math.sqrt(all.size()));
    return IntStream.range(0, all.size())
        .boxed()
        .collect(
            Collectors.groupingBy(
                i -> turn == 0 ? i / side : i % side,
                Collectors.mapping(all::get, Collectors.toList())))
        .values();
  }

  private static List<ExerciseId> ids(List<Exercise> exercises) {
    return exercises.stream().map(Exercise::id).toList();
  }

  /// The first of these exercises that does not pass while all others are stubs, in words; null
  /// when all do.
  private @Nullable String beside(CourseModule module, List<Exercise> line, int turn) {
    var stubs = new ArrayList<>(module.exercises());
    stubs.removeAll(line);
    if (stubs.isEmpty()) {
      return null;
    }
    var result = quick.get(turn).folder(module, line, variants.stubbed(module, ids(stubs)));
    var problem = unless(Verdict.PASSED, ids(stubs) + " stubs", result.exercises());
    return problem == null ? null : problem + " (seed " + SEEDS[turn] + ")";
  }

  /// Returns these exercises as stubs, all others being solved.
  private List<ExerciseResult> stubbed(CourseModule module, List<Exercise> stubs) {
    return grader.folder(module, stubs, variants.stubbed(module, ids(stubs))).exercises();
  }

  /// Returns whether each test ends at the `Todo` of its own exercise.
  private static boolean endsAtItsStub(ExerciseResult stub) {
    var todo = "exercise %s is still to be written".formatted(stub.exercise().id());
    return stub.tests().stream()
        .map(TestResult::problem)
        .allMatch(p -> p != null && p.text().contains(todo));
  }

  private static @Nullable String own(ExerciseResult stub) {
    for (var t : stub.tests()) {
      if (t.verdict() != Verdict.NOT_STARTED) {
        return "%s.%s is %s on the stub instead of not started"
            .formatted(t.testClass(), t.name(), t.verdict());
      }
    }
    return unless(Verdict.NOT_STARTED, stub.exercise().id() + " a stub", List.of(stub));
  }

  private static @Nullable String unless(
      Verdict expected, String beside, List<ExerciseResult> results) {
    for (var r : results) {
      if (r.verdict() != expected) {
        var problem = r.firstProblem();
        return "with %s, %s is %s instead of %s%s"
            .formatted(
                beside,
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
