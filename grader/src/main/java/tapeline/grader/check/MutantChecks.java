package tapeline.grader.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Brief;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.TestResult;
import tapeline.grader.result.Verdict;
import tapeline.grader.run.Grader;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.KnownMistakes;
import tapeline.grader.run.Workers;

/// The tests catch each mutant, the grader names the mistake, and each test catches a mutant.
///
/// The grader learns the patterns from [#record] and names mistakes by them, so both are checked
/// with what is committed in each module's `mutants.txt`. A mutant that the quick tests tell from
/// all others is not tried on slow ones: its pattern has none of them. An exercise's mutants are
/// tried together first. Alone are tried those that do not fit into one file with the others, and,
/// on all tests, those that the quick ones do not name.
final class MutantChecks implements AutoCloseable {
  private static final Set<Verdict> CAUGHT =
      Set.of(Verdict.FAILED, Verdict.TIMED_OUT, Verdict.CRASHED);

  private final Course course;
  private final Workers workers;
  private final Workers quickWorkers;
  private final Grader all;
  private final Grader quick;
  private final Map<CourseModule, List<Trial>> tried = new HashMap<>();

  /// @param workers those that run slow tests too
  MutantChecks(Course course, Workers workers, long limitMillis) {
    this.course = course;
    this.workers = workers;
    this.quickWorkers = new Workers(new Jvm(course, 1, false));
    var known = KnownMistakes.of(course);
    this.all = new Grader(course, workers, known, limitMillis);
    this.quick = new Grader(course, quickWorkers, known, limitMillis);
  }

  private record Trial(Exercise exercise, Brief.Mutant mutant, ExerciseResult result) {
    boolean named() {
      var named = result.likelyMistake();
      // Another processor may round a number in a message differently: then it is a guess.
      return CAUGHT.contains(result.verdict()) && named != null && named.endsWith(mutant.message());
    }
  }

  /// The patterns of a module's mutants as they fail now, in slow tests too.
  KnownMistakes record(CourseModule module) {
    var known = KnownMistakes.none(course);
    for (var e : module.exercises()) {
      for (var t : trials(module, e, List.of(all), Map.of())) {
        known.record(e.id(), t.mutant().name(), t.result().tests());
      }
    }
    return known;
  }

  /// Each mutant is caught, and the learner is told what it is.
  List<Outcome> outcomes(List<CourseModule> modules) {
    var outcomes = new ArrayList<Outcome>();
    for (var module : modules) {
      for (var t : trials(module)) {
        outcomes.add(
            Outcome.of("mutant of " + t.exercise().id() + ": " + t.mutant().name(), problem(t)));
      }
    }
    return outcomes;
  }

  /// Each test catches a mutant of its exercise.
  List<Outcome> idleTests(List<CourseModule> modules) {
    var outcomes = new ArrayList<Outcome>();
    for (var module : modules) {
      var catches = new TreeMap<String, Boolean>();
      tests(module).forEach(test -> catches.put(test, false));
      for (var t : trials(module)) {
        for (var test : t.result().tests()) {
          catches.merge(name(test), test.verdict() != Verdict.PASSED, Boolean::logicalOr);
        }
      }
      catches.forEach(
          (test, any) -> outcomes.add(Outcome.of(test, any ? null : "catches no mutant")));
    }
    return outcomes;
  }

  private List<String> tests(CourseModule module) {
    try {
      return ModuleTests.of(course, workers, module).stream().map(ModuleTests.Case::name).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Trial> trials(CourseModule module) {
    return tried.computeIfAbsent(
        module,
        m ->
            m.exercises().stream()
                .flatMap(e -> trials(m, e, List.of(quick, all), together(m, e)).stream())
                .toList());
  }

  /// The exercise's mutants that are compiled together, on its quick tests.
  private Map<Brief.Mutant, Trial> together(CourseModule module, Exercise exercise) {
    var mutants = Brief.of(course, exercise).mutants();
    var results =
        quick.versions(module, exercise, mutants.stream().map(Brief.Mutant::body).toList());
    var trials = new HashMap<Brief.Mutant, Trial>();
    for (int i = 0; i < mutants.size(); i++) {
      var mutant = mutants.get(i);
      results.get(i).ifPresent(r -> trials.put(mutant, new Trial(exercise, mutant, r)));
    }
    return trials;
  }

  /// @param graders tried in turn until one names the mistake
  /// @param known what the first of them has found already
  private List<Trial> trials(
      CourseModule module,
      Exercise exercise,
      List<Grader> graders,
      Map<Brief.Mutant, Trial> known) {
    var trials = new ArrayList<Trial>();
    var variants = new Variants(course);
    for (var mutant : Brief.of(course, exercise).mutants()) {
      var trial = known.get(mutant);
      for (var grader : graders.subList(trial == null ? 0 : 1, graders.size())) {
        if (trial == null || !trial.named()) {
          var folder = variants.mutated(module, exercise.id(), mutant.body());
          var graded = grader.folder(module, List.of(exercise), folder).exercises().getFirst();
          trial = new Trial(exercise, mutant, graded);
        }
      }
      trials.add(Objects.requireNonNull(trial));
    }
    return trials;
  }

  private static @Nullable String problem(Trial t) {
    if (t.named()) {
      return null;
    }
    var verdict = t.result().verdict();
    if (!CAUGHT.contains(verdict)) {
      var problem = t.result().firstProblem();
      return "is " + verdict + (problem == null ? "" : ": " + problem.text());
    }
    var named = t.result().likelyMistake();
    return "is caught, but the learner reads: %s. -Dmutants=write records how mutants fail; two that fail alike need a test that tells them apart. It fails so:%s"
        .formatted(named == null ? "nothing" : named, failures(t.result()));
  }

  /// A line for each test that fails.
  private static String failures(ExerciseResult result) {
    return result.tests().stream()
        .filter(t -> t.verdict() != Verdict.PASSED)
        .map(t -> {
          var problem = t.problem();
          return "\n  %s is %s%s"
              .formatted(name(t), t.verdict(), problem == null ? "" : ": " + problem.headline());
        })
        .collect(Collectors.joining());
  }

  private static String name(TestResult test) {
    int space = test.name().indexOf(' ');
    return test.testClass() + "." + (space < 0 ? test.name() : test.name().substring(0, space));
  }

  @Override
  public void close() {
    quickWorkers.close();
  }
}
