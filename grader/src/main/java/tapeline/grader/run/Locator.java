package tapeline.grader.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.ModuleAnswers;
import tapeline.grader.course.Region;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.TestResult;
import tapeline.grader.result.Verdict;

/// Tries a learner's answer with small changes, to find the line of its mistake: differences from
/// the reference put right, the reference's formulas in other places, slips of any answer.
///
/// [NumberedChanges] compiles some eighty at a time, with all other exercises solved. Each is run
/// on the first test that failed; one that lets it pass, on the others too. A slow test is not run.
final class Locator implements AutoCloseable {
  private static final long LIMIT_MILLIS = 500;
  private static final int MOST_TESTS = 20;
  private static final int LINE = 1_000; // tokens: a change in fewer lines is the smaller one
  private static final int SMALL = 8; // tokens: a larger change may go around the mistake
  private static final int ALIKE = 2; // tokens
  private static final int MOST_LINES = 3; // each with a change that does
  private static final int LATE = 3; // changes that are looked at when the time is over
  private static final int MOST_CHANGES = 80; // in one file: a method has 64 kB at most
  private static final int MOST_TEXT = 160_000; // of all changes in one file
  private static final int MOST_CHARACTERS = 5_000; // of an answer: comparing texts is quadratic

  private static final AtomicLong FOLDERS = new AtomicLong(); // a worker knows classes by them

  private final Exercise exercise;
  private final Workers workers;
  private final List<String> failed;
  private final List<String> passed;
  private final Set<String> slow = new HashSet<>();
  private final Path tests;
  private final MarkedSource given;
  private final ModuleAnswers solution;
  private final Map<ExerciseId, String> answers;
  private final Path source;
  private final Path output;
  private final List<Path> classPath = new ArrayList<>();
  private final StandardJavaFileManager files;

  /// @param file the learner's, with its markers
  /// @param result how the exercise failed
  Locator(Course course, Workers workers, CourseModule module, ExerciseResult result, Path file) {
    this.exercise = result.exercise();
    this.workers = workers;
    failed =
        result.tests().stream()
            .filter(t -> t.verdict() != Verdict.PASSED)
            .filter(t -> hung(t) || t.seconds() * 1000 < 4 * LIMIT_MILLIS)
            .sorted(Comparator.comparing(Locator::hung)) // the first one is tried most
            .map(t -> name(t.testClass(), t.name()))
            .distinct()
            .limit(MOST_TESTS)
            .toList();
    passed =
        result.tests().stream()
            .filter(t -> t.verdict() == Verdict.PASSED && t.seconds() * 1000 < LIMIT_MILLIS)
            .map(t -> name(t.testClass(), t.name()))
            .distinct()
            .toList();
    var classes = new Classes(course);
    tests = classes.tests(module);
    given = MarkedSource.parse(file.toString(), Course.read(file));
    solution = ModuleAnswers.of(course, module);
    answers = solution.bodies();
    source = classes.given(module, "locating").resolve(exercise.file());
    output = classes.given(module, "located");
    var behind = new ArrayList<Path>();
    behind.add(classes.reference(module));
    behind.addAll(classes.below(module));
    classPath.add(output);
    classPath.addAll(behind);
    classPath.add(classes.testSupport());
    try {
      Javac.empty(output);
      files = Javac.files(Classes.withLibraries(behind), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean hung(TestResult test) {
    return test.verdict() == Verdict.TIMED_OUT;
  }

  private static String name(String type, String name) {
    int space = name.indexOf(' ');
    return type + "." + (space < 0 ? name : name.substring(0, space));
  }

  /// The result of a search: differences to put right, and how many of the tests that failed still
  /// do then.
  ///
  /// @param elsewhere the lines of other changes that do as much
  record Found(List<Hunk> differences, int stillFail, int failed, List<Integer> elsewhere) {
    boolean isEmpty() {
      return differences.isEmpty();
    }

    private boolean isBetterThan(Found other) {
      return other.isEmpty()
          || stillFail < other.stillFail
          || (stillFail == other.stillFail && size() < other.size());
    }

    private boolean isInALine() {
      return size() < 2 * LINE;
    }

    private int line() {
      return differences.getFirst().first();
    }

    /// Returns this finding with the lines of others that are about as small and do as much.
    private Found beside(List<Found> others) {
      var lines =
          others.stream()
              .filter(f -> f.stillFail == stillFail && f.line() != line())
              .filter(f -> f.size() <= size() + ALIKE)
              .map(Found::line)
              .distinct()
              .toList();
      return new Found(differences, stillFail, failed, lines);
    }

    /// Few lines first, then few tokens.
    private int size() {
      return Locator.size(differences);
    }
  }

  /// The best change that was found: one that lets all tests pass, in a line or two; else one in a
  /// line that lets most of those pass that failed; else one in more lines.
  ///
  /// @param goOn whether there is still time
  Found differences(BooleanSupplier goOn) {
    var mine = Region.of(exercise.id(), given.regions()).body();
    if (failed.isEmpty() || mine.length() > MOST_CHARACTERS || !goOn.getAsBoolean()) {
      return found(List.of(), 0);
    }
    if (!exercise.file().endsWith(".java")) {
      return ofKernel(mine, goOn);
    }
    var choices = choices(mine);
    var changes = changes(mine, choices);
    int most = Math.min(MOST_CHANGES, MOST_TEXT / Math.max(1, mine.length()));
    var all = found(List.of(), 0);
    var part = found(List.of(), 0);
    while (changes.hasNext() && goOn.getAsBoolean()) {
      var some = new ArrayList<List<Hunk>>();
      while (some.size() < most && changes.hasNext() && goOn.getAsBoolean()) {
        some.add(changes.next());
      }
      var healing = healing(choices, some, goOn);
      for (var found : healing) {
        if (found.stillFail == 0) {
          all = found.isBetterThan(all) ? found : all;
        } else if (found.isInALine() && 2 * found.stillFail <= found.failed) {
          part = found.isBetterThan(part) ? found : part;
        }
      }
      if (!all.isEmpty() && all.size() <= LINE + SMALL) {
        return all.beside(healing);
      }
    }
    return part.isEmpty() || (!all.isEmpty() && all.size() < 3 * LINE) ? all : part;
  }

  /// A kernel is tried change by change: a compiler of CUDA C takes it as a whole.
  private Found ofKernel(String mine, BooleanSupplier goOn) {
    var search = new FaultSearch(Hunk.between(mine, answers.getOrDefault(exercise.id(), "")));
    var slips = new Slips(mine, Set.of()).operators().map(List::of);
    return Stream.of(search.lines().stream(), search.single(), slips)
        .flatMap(some -> some.sorted(Comparator.comparingInt(Locator::size)))
        .filter(some -> Token.unmatched(Hunk.apply(mine, some)).equals(Token.unmatched(mine)))
        .filter(some -> goOn.getAsBoolean() && passes(Hunk.apply(mine, some)))
        .findFirst()
        .map(some -> found(some, 0))
        .orElse(found(List.of(), 0));
  }

  private boolean passes(String kernel) {
    intoNewFolder();
    var bodies = new HashMap<>(answers);
    bodies.put(exercise.id(), kernel);
    var folder = classPath.getFirst();
    try {
      for (var file : Course.files(classPath.get(1), p -> p.toString().endsWith(".cu"))) {
        var copy = folder.resolve(classPath.get(1).relativize(file).toString());
        Files.createDirectories(copy.getParent());
        boolean own = exercise.file().endsWith("/" + file.getFileName());
        Files.writeString(copy, own ? given.with(bodies) : Course.read(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return passes(failed.subList(0, 1)) && passes(failed) && passes(passed);
  }

  private boolean passes(List<String> some) {
    if (some.isEmpty()) {
      return true;
    }
    var events = workers.get().test(tests, classPath, exercise.id(), some, 4 * LIMIT_MILLIS);
    return !events.isEmpty() && events.stream().allMatch(TestEvent::passed);
  }

  private Found found(List<Hunk> differences, int stillFail) {
    return new Found(differences, stillFail, failed.size(), List.of());
  }

  /// The likely ones first.
  private Iterator<List<Hunk>> changes(String mine, NumberedChanges choices) {
    var reference = answers.getOrDefault(exercise.id(), "");
    var search = new FaultSearch(Hunk.between(mine, reference));
    var slips = new Slips(mine, choices.names());
    var brackets = Token.unmatched(mine); // a quick look spares the compiler many changes
    var theirs = choices(reference);
    var donors = new Donors(mine, reference, theirs.expressions(), theirs.statements());
    return Stream.of(
            search.single(),
            search.moves(),
            search.several(),
            slips.exchanges(choices.statements()),
            slips.operators().map(List::of),
            donors.hunks(choices.expressions()).map(List::of),
            slips.expressions(choices.expressions()).map(List::of),
            slips.statements(choices.statements()),
            donors.steps(choices.statements()).map(List::of),
            slips.variables().map(List::of))
        .flatMap(some -> some)
        .filter(some -> Token.unmatched(Hunk.apply(mine, some)).equals(brackets))
        .distinct()
        .iterator();
  }

  /// Few lines first, then few tokens.
  private static int size(List<Hunk> hunks) {
    int lines =
        (int)
            hunks.stream()
                .flatMapToInt(h -> IntStream.rangeClosed(h.first(), h.last()))
                .distinct()
                .count();
    int tokens =
        hunks.stream()
            .mapToInt(h -> Token.of(h.text()).size() + Token.of(h.instead()).size())
            .sum();
    return LINE * lines + tokens;
  }

  private NumberedChanges choices(String region) {
    var bodies = new HashMap<>(answers);
    bodies.put(exercise.id(), region);
    var text = solution.splice(exercise.file(), given, bodies);
    int begin = text.indexOf(region, text.indexOf("BEGIN EXERCISE " + exercise.id() + "\n"));
    return new NumberedChanges(files, source, text, begin, begin + region.length());
  }

  /// Returns the changes that let the first failed test pass and make no other fail; the smallest
  /// first.
  private List<Found> healing(
      NumberedChanges choices, List<List<Hunk>> changes, BooleanSupplier goOn) {
    intoNewFolder();
    var compiled = choices.compile(changes, goOn);
    var first = failed.subList(0, 1);
    failing(choices, NumberedChanges.NONE, failed);
    var stay = new ArrayList<>(passed);
    stay.removeAll(failing(choices, NumberedChanges.NONE, passed));
    var few = compiled.subList(0, Math.min(NumberedChanges.FEW, compiled.size()));
    var hopeful =
        compiled.stream()
            .filter(i -> few.contains(i) || goOn.getAsBoolean())
            .filter(i -> failing(choices, i, first).isEmpty())
            .sorted(Comparator.comparingInt(i -> size(changes.get(i))))
            .toList();
    var healing = new ArrayList<Found>();
    var lines = new HashSet<Integer>(); // with a change that lets all pass
    int largest = Integer.MAX_VALUE;
    int late = 0;
    for (int i : hopeful) {
      var change = changes.get(i);
      boolean enough = lines.size() == MOST_LINES || size(change) > largest;
      boolean over = !goOn.getAsBoolean() && (!lines.isEmpty() || late++ == LATE);
      if (enough || over) {
        break;
      }
      if (lines.contains(change.getFirst().first()) || !failing(choices, i, stay).isEmpty()) {
        continue;
      }
      var found = found(change, failing(choices, i, failed).size());
      healing.add(found);
      if (found.stillFail == 0) {
        lines.add(found.line());
        largest = Math.min(largest, found.size() + ALIKE);
      }
    }
    return healing;
  }

  /// Returns the tests that fail with a choice. A test that takes too long does not run again, and
  /// does not count: it is slow where the answer is right.
  private List<String> failing(NumberedChanges choices, int number, List<String> some) {
    var asked = some.stream().filter(t -> !slow.contains(t)).toList();
    if (asked.isEmpty()) {
      return List.of();
    }
    var choice = new GradingWorker.Choice(choices.holder(), number);
    long limit = asked.size() == 1 ? LIMIT_MILLIS : 4 * LIMIT_MILLIS;
    var events = workers.get().test(tests, classPath, exercise.id(), asked, limit, choice);
    var last = events.isEmpty() ? null : events.getLast();
    if (last != null && last.outcome().equals("hung") && slow.size() < some.size() - 1) {
      slow.add(name(last.testClass(), last.name()));
      return failing(choices, number, some);
    }
    var passed = new HashSet<String>();
    events.stream()
        .filter(TestEvent::passed)
        .forEach(e -> passed.add(name(e.testClass(), e.name())));
    events.stream()
        .filter(e -> !e.passed())
        .forEach(e -> passed.remove(name(e.testClass(), e.name())));
    return asked.stream().filter(t -> !passed.contains(t)).toList();
  }

  /// Directs the compiler's output to a new folder: the worker knows classes by their folder.
  private void intoNewFolder() {
    var folder = output.resolve("" + FOLDERS.incrementAndGet());
    try {
      Files.createDirectories(folder);
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(folder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    classPath.set(0, folder);
  }

  @Override
  public void close() {
    try {
      files.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
