package tapeline.grader.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.ModuleResult;

/// Grades modules, one after the other.
///
/// 1. The reference solutions and the tests are compiled when they are stale.
/// 2. What was handed in is compiled, the reference solution's classes standing for files that are
///    as they were given. Regions with errors are taken out, back to their stubs, so that the
///    others can still be graded.
/// 3. The tests run in a worker. When one of them takes the worker with it, a new worker goes on
///    with the other exercises.
/// 4. An exercise that failed beside another one that is not done is run again with all the others
///    solved, so that one mistake does not cost points twice.
public final class Grader {
  private final Course course;
  private final Classes classes;
  private final Workers workers;
  private final Consumer<CourseModule> build;
  private final boolean trusted;
  private final KnownMistakes mistakes;
  private final long limitMillis;

  /// @param limitMillis how long a test may run
  public Grader(Course course, Workers workers, KnownMistakes mistakes, long limitMillis) {
    this(course, workers, mistakes, limitMillis, true);
  }

  private Grader(
      Course course, Workers workers, KnownMistakes mistakes, long limitMillis, boolean trusted) {
    this.course = course;
    this.classes = new Classes(course);
    this.workers = workers;
    this.mistakes = mistakes;
    this.limitMillis = limitMillis;
    this.trusted = trusted;
    var build = new Build(course);
    this.build = trusted ? build::upTo : _ -> {};
  }

  /// A grader of unread code: it finds the course compiled, and shows no class of a module's
  /// reference solution to the files that are graded.
  public static Grader untrusting(
      Course course, Workers workers, KnownMistakes mistakes, long limitMillis) {
    return new Grader(course, workers, mistakes, limitMillis, false);
  }

  /// Grades the reference solution of `wanted`'s module.
  public ModuleResult reference(CourseModule module, List<Exercise> wanted) {
    long start = System.nanoTime();
    prepare(module);
    var given = Given.whole(course, module, course.solution(module));
    var judge = judge(module, given);
    var path = new ArrayList<Path>();
    path.add(classes.reference(module));
    path.addAll(classes.below(module));
    var events = run(module, path, wanted);
    var results = new ArrayList<ExerciseResult>();
    for (var e : wanted) {
      results.add(judge.exercise(e, events.getOrDefault(e.id(), List.of()), null));
    }
    return result(module, "the reference solution", results, start);
  }

  /// Grades `wanted` in `folder`, a version of the module, on the reference solutions below it.
  public ModuleResult folder(CourseModule module, List<Exercise> wanted, Path folder) {
    prepare(module);
    var given =
        trusted ? Given.onReference(course, module, folder) : Given.whole(course, module, folder);
    var path = new ArrayList<Path>();
    if (given.isOnReference()) {
      path.add(classes.reference(module));
    }
    path.addAll(classes.below(module));
    var result = grade(module, wanted, given, path, on(module));
    return trusted && !given.isOnReference()
        ? result.noting(CountedSource.changedGiven(course, module, folder))
        : result;
  }

  /// Grades the exercise's quick tests with each of these answers instead of the reference's,
  /// compiled together; empty for those that have to be compiled alone.
  public List<Optional<ExerciseResult>> versions(
      CourseModule module, Exercise exercise, List<String> answers) {
    prepare(module);
    var judge = judge(module, Given.whole(course, module, course.solution(module)));
    return new Versions(course, workers, module, exercise)
        .events(answers, limitMillis).stream()
            .map(e ->
                Optional.of(e)
                    .filter(some -> !some.isEmpty())
                    .map(some -> judge.exercise(exercise, some, null)))
            .toList();
  }

  /// Grades `wanted` in the learner's module on the learner's own modules below it.
  public ModuleResult stack(CourseModule module, List<Exercise> wanted) {
    long start = System.nanoTime();
    prepare(module);
    var path = new ArrayList<Path>();
    path.addAll(classes.of(course.given(module)));
    for (var m : course.needs(module)) {
      var below = Given.whole(course, m, course.learner(m));
      var output = classes.given(m, "stack");
      var errors = compile(below.sources(), path, output);
      if (!errors.isEmpty()) {
        var judge = judge(m, below);
        return result(module, "your files", judge.noneCompiles(wanted, errors.getFirst()), start);
      }
      path.addFirst(output);
    }
    var given = Given.whole(course, module, course.learner(module));
    return grade(module, wanted, given, path, " on your own modules")
        .noting(CountedSource.changedGiven(course, module, course.learner(module)));
  }

  /// The exercise's result with the line of the mistake, where trying finds it: the learner's
  /// answer is put right there and nowhere else, and the tests pass.
  ///
  /// Nothing is tried where a mistake is named for certain, an exception has a line of the answer,
  /// or the tests need long.
  ///
  /// @param folder the module in which the exercise failed
  /// @param goOn whether there is still time for another try
  public ExerciseResult located(
      CourseModule module, ExerciseResult result, Path folder, BooleanSupplier goOn) {
    var file = folder.resolve(result.exercise().file());
    var given = Given.onReference(course, module, folder);
    var region = given.region(result.exercise().id()).orElse(null);
    var judge = judge(module, given);
    if (region == null || !judge.asksForLine(result)) {
      return result;
    }
    try (var locator = new Locator(course, workers, module, result, file)) {
      return judge.withLine(result, locator.differences(goOn), region);
    } catch (RuntimeException | StackOverflowError _) {
      return result; // a verdict stands without a line, however an answer is written
    }
  }

  private void prepare(CourseModule module) {
    workers.prepare(course, module);
    build.accept(module);
  }

  /// Returns whether the last run cost the worker, so that the next one starts cold.
  public boolean lostWorker() {
    return workers.lost();
  }

  private static String on(CourseModule module) {
    return module.number() == 1 ? "" : " on the reference solutions of earlier modules";
  }

  /// @param behind what the classes of `given` stand before
  /// @param on names these
  private ModuleResult grade(
      CourseModule module, List<Exercise> wanted, Given given, List<Path> behind, String on) {
    long start = System.nanoTime();
    var judge = judge(module, given);
    var output = classes.given(module, "as-is");
    var salvage = Salvage.compile(given, this::compileJava, behind, output);
    if (!salvage.compiled()) {
      var none = judge.noneCompiles(wanted, salvage.errors().getFirst());
      return result(module, "your files" + on, none, start);
    }
    var broken = salvage.takenOut();
    var runnable = wanted.stream().filter(e -> !broken.containsKey(e.id())).toList();
    var path = new ArrayList<Path>();
    path.add(output);
    path.addAll(behind);
    var events = run(module, path, runnable);

    var results = new LinkedHashMap<ExerciseId, ExerciseResult>();
    for (var e : wanted) {
      var error = broken.get(e.id());
      if (error != null) {
        results.put(e.id(), judge.doesNotCompile(e, error));
      } else {
        var mine = events.getOrDefault(e.id(), List.of());
        results.put(e.id(), judge.exercise(e, mine, null));
      }
    }
    // Later exercises use earlier ones: where all that fail beside a wrong one prove right, that
    // one is not run again.
    for (var e : runnable.reversed()) {
      var mine = events.getOrDefault(e.id(), List.of());
      if (given.hasAllMarkers() && judge.mayBeAnothersFault(results, e.id(), mine)) {
        var asItIs = results.get(e.id());
        var alone = alone(module, given, judge, e, broken.keySet(), behind);
        if (asItIs == null
            || mine.stream().anyMatch(TestEvent::waitsForAnother)
            || alone.verdict() != asItIs.verdict()
            || alone.passed() != asItIs.passed()) {
          results.put(e.id(), alone);
        }
      }
    }
    if (results.values().stream().anyMatch(Judge::isLinkFailure)) {
      var missing = workers.get().missing(classes.reference(module), path);
      results.replaceAll((_, r) -> judge.withSignatures(r, missing));
    }
    return result(module, judge.files(salvage) + on, List.copyOf(results.values()), start);
  }

  /// The exercise with all the others solved.
  ///
  /// @param broken those of the others that do not compile
  private ExerciseResult alone(
      CourseModule module,
      Given given,
      Judge judge,
      Exercise exercise,
      Set<ExerciseId> broken,
      List<Path> behind) {
    var output = classes.given(module, "alone-" + exercise.id());
    var solved = given.solvedBut(exercise.id());
    var errors = given.compile(solved, this::compileJava, behind, output);
    if (!errors.isEmpty()) {
      // The file outside the regions has changed so that the answers no longer fit: as it is, then.
      given.compile(given.stubbed(broken), this::compileJava, behind, output);
    }
    var path = new ArrayList<Path>();
    path.add(output);
    path.addAll(behind);
    var events = run(module, path, List.of(exercise)).getOrDefault(exercise.id(), List.of());
    var note = errors.isEmpty() ? "graded with the other exercises solved" : null;
    return judge.exercise(exercise, events, note);
  }

  private List<CompileError> compile(Sources sources, List<Path> below, Path output) {
    return sources.compile(this::compileJava, below, output);
  }

  private List<CompileError> compileJava(List<Path> java, List<Path> below, Path output) {
    return workers.get().compile(java, Classes.withLibraries(below), output);
  }

  /// Runs the tests of `wanted`, with a new worker after each that was lost.
  private Map<ExerciseId, List<TestEvent>> run(
      CourseModule module, List<Path> classPath, List<Exercise> wanted) {
    var path = new ArrayList<>(classPath);
    if (trusted) {
      path.add(classes.testSupport()); // in a sandbox it is sealed with the tests
    }
    var done = new TreeMap<ExerciseId, List<TestEvent>>();
    Set<ExerciseId> left = new LinkedHashSet<>();
    wanted.forEach(e -> left.add(e.id()));
    while (!left.isEmpty()) {
      var worker = workers.get();
      var events = worker.test(classes.tests(module), path, left, limitMillis);
      left.forEach(done::remove);
      events.forEach(e -> done.computeIfAbsent(e.exercise(), _ -> new ArrayList<>()).add(e));
      if (worker.alive() || events.isEmpty()) {
        break;
      }
      left.remove(events.getLast().exercise());
    }
    return done;
  }

  private Judge judge(CourseModule module, Given given) {
    var places =
        new Places(
            course.root(),
            given.main(),
            List.of(course.tests(module).resolve("java"), Course.givenBeside(given.main())));
    return new Judge(module, given, places, mistakes);
  }

  private static ModuleResult result(
      CourseModule module, String graded, List<ExerciseResult> exercises, long start) {
    return new ModuleResult(module, graded, exercises, (System.nanoTime() - start) / 1e9);
  }
}
