package tapeline.grader.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
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
import tapeline.grader.course.Region;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.TestResult;
import tapeline.grader.result.Verdict;

/// Tries a learner's answer with small changes, to find the line of its mistake: differences from
/// the reference put right, the reference's formulas in other places, slips of any answer.
///
/// [Choices] compiles some eighty at a time, with all other exercises solved. Each is run on the
/// first test that failed; one that lets it pass, on the others too. A slow test is not run.
final class Locator implements AutoCloseable {
  private static final long LIMIT_MILLIS = 500;
  private static final int MOST_TESTS = 5;
  private static final int LINE = 1_000; // tokens: a change in fewer lines is the smaller one
  private static final int MOST_DONORS = 100;
  private static final int MOST_CHANGES = 80; // in one file: a method has 64 kB at most
  private static final int MOST_CHARACTERS = 10_000; // of an answer: comparing texts is quadratic

  private static final AtomicLong FOLDERS = new AtomicLong(); // a worker knows classes by them

  private final Exercise exercise;
  private final Workers workers;
  private final List<String> failed;
  private final List<String> passed;
  private final Set<String> slow = new HashSet<>();
  private final Path tests;
  private final MarkedSource given;
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
            .filter(t -> t.verdict() != Verdict.PASSED && t.seconds() * 1000 < LIMIT_MILLIS)
            .map(t -> name(t.testClass(), t.name()))
            .distinct()
            .limit(MOST_TESTS)
            .toList();
    passed =
        result.tests().stream()
            .filter(t -> t.verdict() == Verdict.PASSED && t.seconds() * 1000 < LIMIT_MILLIS / 5)
            .map(t -> name(t.testClass(), t.name()))
            .distinct()
            .toList();
    var classes = new Classes(course);
    tests = classes.tests(module);
    given = MarkedSource.parse(file.toString(), Course.read(file));
    var reference = course.solution(module).resolve(exercise.file());
    answers = MarkedSource.parse(exercise.file(), Course.read(reference)).bodies();
    source = classes.given(module, "locating").resolve(exercise.file());
    output = classes.given(module, "located");
    var behind = new ArrayList<Path>();
    behind.add(classes.reference(module));
    behind.addAll(classes.below(module));
    classPath.add(output);
    classPath.addAll(behind);
    classPath.add(classes.testSupport());
    try {
      Files.createDirectories(source.getParent());
      Javac.empty(output);
      files = Javac.files(Classes.withLibraries(behind), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(String type, String name) {
    int space = name.indexOf(' ');
    return type + "." + (space < 0 ? name : name.substring(0, space));
  }

  /// What was found: differences to put right, and how many of the tests that failed still do then.
  record Found(List<Hunk> differences, int stillFail, int failed) {
    boolean isEmpty() {
      return differences.isEmpty();
    }

    private boolean isBetterThan(Found other) {
      return other.isEmpty()
          || stillFail < other.stillFail
          || (stillFail == other.stillFail && size() < other.size());
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
    var choices = choices(mine);
    var changes = changes(mine, choices);
    var all = found(List.of(), 0);
    var part = found(List.of(), 0);
    for (int from = 0; from < changes.size() && goOn.getAsBoolean(); from += MOST_CHANGES) {
      var some = changes.subList(from, Math.min(changes.size(), from + MOST_CHANGES));
      for (var found : healing(choices, some, goOn)) {
        if (found.stillFail == 0) {
          all = found.isBetterThan(all) ? found : all;
        } else if (found.size() < 2 * LINE && 2 * found.stillFail <= found.failed) {
          part = found.isBetterThan(part) ? found : part;
        }
      }
      if (!all.isEmpty() && all.size() < 2 * LINE) {
        return all;
      }
    }
    return part.isEmpty() || (!all.isEmpty() && all.size() < 3 * LINE) ? all : part;
  }

  private Found found(List<Hunk> differences, int stillFail) {
    return new Found(differences, stillFail, failed.size());
  }

  /// The likely ones first.
  private List<List<Hunk>> changes(String mine, Choices choices) {
    var reference = answers.getOrDefault(exercise.id(), "");
    var search = new FaultSearch(Hunk.between(mine, reference));
    var slips = new Slips(mine, choices.names());
    var donors = new Donors(mine, reference, choices(reference).expressions());
    return Stream.of(
            search.single(),
            slips.operators().map(List::of),
            donors.hunks(choices.expressions()).limit(MOST_DONORS).map(List::of),
            slips.expressions(choices.expressions()).map(List::of),
            slips.statements(choices.statements()),
            slips.variables().map(List::of),
            search.several())
        .flatMap(some -> some)
        .filter(some -> closes(Token.of(Hunk.apply(mine, some))))
        .distinct()
        .toList();
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

  private Choices choices(String region) {
    var bodies = new HashMap<>(answers);
    bodies.put(exercise.id(), region);
    var text = given.with(bodies);
    int begin = text.indexOf(region, text.indexOf("BEGIN EXERCISE " + exercise.id() + "\n"));
    return new Choices(files, source, text, begin, begin + region.length());
  }

  /// Those of the changes that let the first test pass that failed, and leave no other to fail; the
  /// smallest first, up to one that lets all pass.
  private List<Found> healing(Choices choices, List<List<Hunk>> changes, BooleanSupplier goOn) {
    intoNewFolder();
    var compiled = choices.compile(changes);
    var first = failed.subList(0, 1);
    failing(choices, Choices.NONE, failed);
    var stay = new ArrayList<>(passed);
    stay.removeAll(failing(choices, Choices.NONE, passed));
    var hopeful =
        compiled.stream()
            .filter(i -> goOn.getAsBoolean() && failing(choices, i, first).isEmpty())
            .sorted(Comparator.comparingInt(i -> size(changes.get(i))))
            .toList();
    var healing = new ArrayList<Found>();
    for (int i : hopeful) {
      if (goOn.getAsBoolean() && failing(choices, i, stay).isEmpty()) {
        var found = found(changes.get(i), failing(choices, i, failed).size());
        healing.add(found);
        if (found.stillFail == 0) {
          break;
        }
      }
    }
    return healing;
  }

  /// Those of the tests that fail with a choice. One that takes too long is not asked again, and
  /// does not count: it is slow where the answer is right.
  private List<String> failing(Choices choices, int number, List<String> some) {
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
    events.stream().filter(TestEvent::passed).forEach(e -> passed.add(name(e.testClass(), e.name())));
    events.stream()
        .filter(e -> !e.passed())
        .forEach(e -> passed.remove(name(e.testClass(), e.name())));
    return asked.stream().filter(t -> !passed.contains(t)).toList();
  }

  /// Has what is compiled from here on written to a folder of its own: the worker knows classes by
  /// their folder.
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

  /// Whether brackets close: a quick look that spares the compiler many changes.
  private static boolean closes(List<Token> tokens) {
    var open = new ArrayDeque<Character>();
    for (var t : tokens) {
      int bracket = t.text().length() == 1 ? ")]}([{".indexOf(t.text()) : -1;
      if (bracket >= 3) {
        open.push(")]}".charAt(bracket - 3));
      } else if (bracket >= 0 && (open.isEmpty() || open.pop() != t.text().charAt(0))) {
        return false;
      }
    }
    return open.isEmpty();
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
