package tapeline.grader.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.WholeFolder;
import tapeline.grader.need.Need;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Verdict;
import tapeline.grader.run.Grader;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.KnownMistakes;
import tapeline.grader.run.Workers;

/// The reference solutions pass their tests, slow ones included; with other seeds they do so in
/// [StubChecks]. Those with kernels pass them too when each compiler has compiled these anew.
record SolutionChecks(Course course, Workers workers, long limitMillis) {
  private static final List<String> COMPILERS = List.of("nvcc", "clang");
  private static final int MOST_TRIES = 3; // of an exercise that a busy machine leaves undecided

  List<Outcome> outcomes(List<CourseModule> modules) throws InterruptedException {
    var outcomes = new ArrayList<Outcome>();
    var grader = new Grader(course, workers, KnownMistakes.none(course), limitMillis);
    for (var module : modules) {
      outcomes.add(Outcome.of("solution of " + module.name(), problem(grader, module)));
      if (Files.isDirectory(course.solution(module).resolve("src/main/resources/cuda"))) {
        for (var compiler : COMPILERS) {
          outcomes.addAll(compiled(module, compiler));
        }
      }
    }
    return outcomes;
  }

  private List<Outcome> compiled(CourseModule module, String compiler) throws InterruptedException {
    var name = "solution of %s, compiled by %s".formatted(module.name(), compiler);
    if (Script.working(List.of(compiler), "--version") == null) {
      return compiler.equals("clang")
          ? Script.missing(name, Need.CUDA, "no clang on the PATH")
          : List.of(Outcome.skipped(name, "no %s on the PATH".formatted(compiler)));
    }
    try {
      var kept = Files.createTempDirectory(Files.createDirectories(course.target()), "kernels");
      var environment = Map.of("TAPELINE_CUDA", compiler, "XDG_CACHE_HOME", kept.toString());
      try (var own = new Workers(new Jvm(course, 1, true, environment))) {
        var grader = new Grader(course, own, KnownMistakes.none(course), limitMillis);
        return List.of(Outcome.of(name, problem(grader, module)));
      } finally {
        WholeFolder.delete(kept);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable String problem(Grader grader, CourseModule module)
      throws InterruptedException {
    var result = grader.reference(module, module.exercises());
    for (int tries = 1; tries < MOST_TRIES && !undecided(result).isEmpty(); tries++) {
      var decided = problem(result, EnumSet.of(Verdict.PASSED, Verdict.UNDECIDED));
      if (decided != null) {
        return decided;
      }
      result = grader.reference(module, undecided(result));
    }
    return problem(result, EnumSet.of(Verdict.PASSED));
  }

  private static List<Exercise> undecided(ModuleResult result) {
    return result.exercises().stream()
        .filter(e -> e.verdict() == Verdict.UNDECIDED)
        .map(ExerciseResult::exercise)
        .toList();
  }

  private static @Nullable String problem(ModuleResult result, Set<Verdict> right) {
    for (var e : result.exercises()) {
      var problem = e.firstProblem();
      if (!right.contains(e.verdict())) {
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
