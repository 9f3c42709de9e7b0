package tapeline.grader.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import javax.tools.StandardJavaFileManager;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.Region;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.TestResult;
import tapeline.grader.result.Verdict;

/// Tries a learner's answer with some differences put right, as the reference has them.
///
/// A try compiles the one file, with all other exercises solved, and runs those tests that failed
/// in a short time; a slow test is not run.
final class Locator implements AutoCloseable {
  private static final long LIMIT_MILLIS = 500;
  private static final int MOST_TESTS = 5;
  private static final int MOST_CHARACTERS = 10_000; // of an answer: comparing texts is quadratic

  private final Exercise exercise;
  private final Workers workers;
  private final List<String> failed;
  private final Path tests;
  private final MarkedSource given;
  private final Map<ExerciseId, String> answers;
  private final Path source;
  private final List<Path> classPath = new ArrayList<>();
  private final StandardJavaFileManager files;
  private int tries;

  /// @param file the learner's, with its markers
  /// @param result how the exercise failed
  Locator(Course course, Workers workers, CourseModule module, ExerciseResult result, Path file) {
    this.exercise = result.exercise();
    this.workers = workers;
    failed =
        result.tests().stream()
            .filter(t -> t.verdict() != Verdict.PASSED && t.seconds() * 1000 < LIMIT_MILLIS)
            .map(Locator::name)
            .distinct()
            .limit(MOST_TESTS)
            .toList();
    var classes = new Classes(course);
    tests = classes.tests(module);
    given = MarkedSource.parse(file.toString(), Course.read(file));
    var reference = course.solution(module).resolve(exercise.file());
    answers = MarkedSource.parse(exercise.file(), Course.read(reference)).bodies();
    source = classes.given(module, "locating").resolve(exercise.file());
    var output = classes.given(module, "located");
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

  private static String name(TestResult test) {
    int space = test.name().indexOf(' ');
    return test.testClass() + "." + (space < 0 ? test.name() : test.name().substring(0, space));
  }

  /// The differences that, put right together, let the tests pass; empty when none were found.
  ///
  /// @param goOn whether there is still time
  List<Hunk> differences(BooleanSupplier goOn) {
    var region = Region.of(exercise.id(), given.regions());
    var mine = region.body();
    if (failed.isEmpty() || mine.length() > MOST_CHARACTERS) {
      return List.of();
    }
    var hunks = Hunk.between(mine, answers.getOrDefault(exercise.id(), ""));
    var theirs = Token.declared(Token.of(Hunk.apply(mine, hunks)));
    theirs.removeAll(Token.declared(Token.of(mine)));
    var found =
        new FaultSearch(
                hunks,
                new Slips(mine),
                some -> {
                  var text = Hunk.apply(mine, some);
                  return goOn.getAsBoolean() && mayCompile(text, theirs) && passes(text);
                })
            .smallest();
    // What time did not suffice to reduce may hold right lines.
    return found.size() == 1 || goOn.getAsBoolean() ? found : List.of();
  }

  /// How often something was compiled.
  int tries() {
    return tries;
  }

  /// Whether brackets close, and what is used of the reference's variables is declared: a quick
  /// look that spares the compiler most runs.
  private static boolean mayCompile(String text, Set<String> theirs) {
    var tokens = Token.of(text);
    var open = new ArrayDeque<Character>();
    for (var t : tokens) {
      int bracket = t.text().length() == 1 ? ")]}([{".indexOf(t.text()) : -1;
      if (bracket >= 3) {
        open.push(")]}".charAt(bracket - 3));
      } else if (bracket >= 0 && (open.isEmpty() || open.pop() != t.text().charAt(0))) {
        return false;
      }
    }
    var used =
        tokens.stream().map(Token::text).filter(theirs::contains).collect(Collectors.toSet());
    return open.isEmpty() && Token.declared(tokens).containsAll(used);
  }

  private boolean passes(String region) {
    tries++;
    var bodies = new HashMap<>(answers);
    bodies.put(exercise.id(), region);
    try {
      Files.writeString(source, given.with(bodies));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!Javac.compiles(files, source)) {
      return false;
    }
    return passes(failed.subList(0, 1))
        && (failed.size() == 1 || passes(failed.subList(1, failed.size())));
  }

  private boolean passes(List<String> some) {
    var events = workers.get().test(tests, classPath, exercise.id(), some, LIMIT_MILLIS);
    return !events.isEmpty() && events.stream().allMatch(TestEvent::passed);
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
