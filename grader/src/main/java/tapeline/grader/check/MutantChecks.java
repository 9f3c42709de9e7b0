package tapeline.grader.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Brief;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.TestResult;
import tapeline.grader.result.Verdict;
import tapeline.grader.run.Grader;
import tapeline.grader.run.KnownMistakes;

/// The tests catch each mutant, the grader names the mistake, and each test catches a mutant.
///
/// The grader learns the patterns from [#record] and names mistakes by them, so both are checked
/// with what is committed in each module's `mutants.txt`.
final class MutantChecks {
  private static final Set<Verdict> CAUGHT =
      Set.of(Verdict.FAILED, Verdict.TIMED_OUT, Verdict.CRASHED);

  private final Course course;
  private final List<CourseModule> modules;
  private final Grader grader;
  private final Map<CourseModule, List<Trial>> tried = new HashMap<>();

  /// @param grader one that names mistakes by the patterns committed
  MutantChecks(Course course, List<CourseModule> modules, Grader grader) {
    this.course = course;
    this.modules = modules;
    this.grader = grader;
  }

  private record Trial(Exercise exercise, Brief.Mutant mutant, ExerciseResult result) {}

  /// The patterns of a module's mutants as they fail now.
  KnownMistakes record(CourseModule module) {
    var known = KnownMistakes.none(course);
    for (var t : trials(module)) {
      known.record(t.exercise().id(), t.mutant().name(), t.result().tests());
    }
    return known;
  }

  /// Each mutant is caught, and the learner is told what it is.
  List<Outcome> outcomes() {
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
  List<Outcome> idleTests() {
    var outcomes = new ArrayList<Outcome>();
    for (var module : modules) {
      var catches = new TreeMap<String, Boolean>();
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

  private List<Trial> trials(CourseModule module) {
    return tried.computeIfAbsent(module, this::tryAll);
  }

  private List<Trial> tryAll(CourseModule module) {
    var trials = new ArrayList<Trial>();
    var variants = new Variants(course);
    for (var e : module.exercises()) {
      for (var m : Brief.of(course, e).mutants()) {
        var folder = variants.mutated(module, e.id(), m.body());
        trials.add(
            new Trial(e, m, grader.folder(module, List.of(e), folder).exercises().getFirst()));
      }
    }
    return trials;
  }

  private static @Nullable String problem(Trial t) {
    var verdict = t.result().verdict();
    if (!CAUGHT.contains(verdict)) {
      var problem = t.result().firstProblem();
      return "is " + verdict + (problem == null ? "" : ": " + problem.text());
    }
    var named = t.result().likelyMistake();
    // Another processor may round a number in a message differently: then it is named as a guess.
    return named != null && named.endsWith(t.mutant().message())
        ? null
        : "is caught, but the learner reads: %s. -Dmutants=write records how mutants fail; two that fail alike need a test that tells them apart"
            .formatted(named == null ? "nothing" : named);
  }

  private static String name(TestResult test) {
    int space = test.name().indexOf(' ');
    return test.testClass() + "." + (space < 0 ? test.name() : test.name().substring(0, space));
  }
}
