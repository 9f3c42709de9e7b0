package tapeline.grader.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
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

  List<Outcome> outcomes(List<CourseModule> modules) throws InterruptedException {
    var outcomes = new ArrayList<Outcome>();
    var grader = new Grader(course, workers, KnownMistakes.none(course), limitMillis);
    for (var module : modules) {
      var result = grader.reference(module, module.exercises());
      outcomes.add(Outcome.of("solution of " + module.name(), problem(result)));
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
          ? Script.missing(name, "no clang on the PATH")
          : List.of(Outcome.skipped(name, "no %s on the PATH".formatted(compiler)));
    }
    try {
      var kept = Files.createTempDirectory(Files.createDirectories(course.target()), "kernels");
      var environment = Map.of("TAPELINE_CUDA", compiler, "XDG_CACHE_HOME", kept.toString());
      try (var own = new Workers(new Jvm(course, 1, true, environment))) {
        var grader = new Grader(course, own, KnownMistakes.none(course), limitMillis);
        var result = grader.reference(module, module.exercises());
        return List.of(Outcome.of(name, problem(result)));
      } finally {
        Course.entries(kept).reversed().forEach(p -> p.toFile().delete());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
