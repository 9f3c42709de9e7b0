package tapeline.grader.run;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Region;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Problem;
import tapeline.grader.result.SourceLine;
import tapeline.grader.result.TestResult;
import tapeline.grader.result.Verdict;

/// Turns what the worker reported into verdicts that a learner understands.
record Judge(CourseModule module, Given given, Places places, KnownMistakes mistakes) {
  /// The verdict of an exercise is the first of these that one of its tests has.
  private static final List<Verdict> WORST_FIRST =
      List.of(
          Verdict.CRASHED,
          Verdict.TIMED_OUT,
          Verdict.SIGNATURE_CHANGED,
          Verdict.FAILED,
          Verdict.NOT_STARTED,
          Verdict.UNDECIDED);

  /// A constant of an enum with arguments.
  private static final Pattern ROW = Pattern.compile("^\\s*([A-Z][A-Z0-9_]+)\\s*\\(");

  /// More lines than these, or more than half of the answer, are no mistake but another way.
  private static final int MOST_LINES = 3;

  private static final String HUNG = "still running after ";

  private static final String PUT_BACK =
      "the course calls these as they were given; put them back:\n";

  private static final String TODO_STAYS =
      "you have written something, and the stub's Todo still stands beside it: delete that line";

  /// The exercise whose tests ended like this.
  ///
  /// @param note says that it ran with the other exercises solved; null when it ran as it is
  ExerciseResult exercise(Exercise exercise, List<TestEvent> events, @Nullable String note) {
    if (events.isEmpty()) {
      var problem = new Problem("no test of exercise " + exercise.id() + " ran", null, List.of());
      return new ExerciseResult(exercise, Verdict.FAILED, List.of(), problem, note, null);
    }
    var tests = new ArrayList<TestResult>();
    for (var e : events) {
      var frames = note == null ? e.frames() : places.inGiven(e.frames(), given);
      tests.add(test(exercise, e, frames));
    }
    for (var t : tests) {
      if (t.verdict() == Verdict.DOES_NOT_COMPILE) {
        return new ExerciseResult(exercise, t.verdict(), List.of(), t.problem(), note, null);
      }
    }
    var verdict = Verdict.PASSED;
    for (var v : WORST_FIRST) {
      if (verdict == Verdict.PASSED && tests.stream().anyMatch(t -> t.verdict() == v)) {
        verdict = v;
      }
    }
    if (verdict != Verdict.PASSED && given.isStub(exercise.id())) {
      verdict = Verdict.NOT_STARTED;
    }
    var likely =
        verdict == Verdict.NOT_STARTED || verdict == Verdict.PASSED
            ? null
            : mistakes.likely(module, exercise.id(), tests);
    if (verdict == Verdict.PASSED || note != null) {
      return new ExerciseResult(exercise, verdict, tests, null, note, likely);
    }
    var missing = given.missingMarkers(exercise);
    boolean written = verdict == Verdict.NOT_STARTED && !given.isStub(exercise.id());
    boolean keepsTodo = written && given.keepsTodo(exercise);
    if (written && !keepsTodo && missing.isPresent()) {
      var problem = new Problem(missing.get(), null, List.of());
      return new ExerciseResult(exercise, Verdict.FAILED, tests, problem, null, null);
    }
    var remark = missing.map(m -> m.lines().findFirst().orElse("")).orElse(null);
    remark = remark == null && keepsTodo ? TODO_STAYS : remark;
    return new ExerciseResult(exercise, verdict, tests, null, remark, likely);
  }

  private TestResult test(Exercise exercise, TestEvent e, List<String> frames) {
    var verdict =
        switch (e.outcome()) {
          case "passed" -> Verdict.PASSED;
          case "aborted" -> Verdict.UNDECIDED;
          case "link" -> Verdict.SIGNATURE_CHANGED;
          case "uncompiled" -> Verdict.DOES_NOT_COMPILE;
          case "hung" -> Verdict.TIMED_OUT;
          case "exiting", "exhausted", "died", "forged" -> Verdict.CRASHED;
          default -> e.outcome().startsWith("todo ") ? Verdict.NOT_STARTED : Verdict.FAILED;
        };
    Problem problem = null;
    if (verdict != Verdict.PASSED) {
      var at =
          verdict == Verdict.NOT_STARTED
              ? start(exercise)
              : places.first(frames, exercise.file(), given.region(exercise.id()).orElse(null));
      problem =
          new Problem(
              text(e), at == null ? named(exercise, e.text()) : at, places.readable(frames));
    }
    return new TestResult(e.testClass(), e.name(), verdict, problem, e.seconds(), e.output());
  }

  private static String text(TestEvent e) {
    return switch (e.outcome()) {
      case "hung" -> HUNG + e.text() + ": a loop that never ends? It hung here:";
      case "exiting" -> "the code ended the JVM: System.exit(" + e.text() + ")";
      case "exhausted" -> "the code ran out of memory: OutOfMemoryError: " + e.text();
      case "died" -> "the JVM ended by itself (exit code " + e.text() + ")";
      default -> e.text();
    };
  }

  /// The first line of the exercise in the file that was handed in, as long as its markers stand.
  private @Nullable SourceLine start(Exercise exercise) {
    var file = given.main().resolve("../../..").normalize().resolve(exercise.file());
    return given.region(exercise.id()).map(r -> places.line(file, r.beginLine() + 1)).orElse(null);
  }

  /// The row of a table in the exercise's region whose name the message has, such as `COS`; else
  /// where the exercise begins, without the line's text: no line of it is known to be at fault.
  private @Nullable SourceLine named(Exercise exercise, String message) {
    var start = start(exercise);
    if (start == null) {
      return null;
    }
    var words = Set.copyOf(List.of(message.split("\\W+")));
    var lines = given.region(exercise.id()).map(Region::body).orElse("").lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      var row = ROW.matcher(lines.get(i));
      if (row.find() && words.contains(row.group(1))) {
        return new SourceLine(start.file(), start.line() + i, lines.get(i).strip());
      }
    }
    return new SourceLine(start.file(), start.line(), null);
  }

  /// Returns whether an exercise should be run again with the others solved: a test met another
  /// one's `Todo`, or it failed while another one that was started is not right either. Where the
  /// others are solved as in the reference, there is nothing to exchange.
  boolean mayBeAnothersFault(
      Map<ExerciseId, ExerciseResult> results, ExerciseId id, List<TestEvent> events) {
    var result = results.get(id);
    if (result == null
        || result.verdict() == Verdict.PASSED
        || given.isStub(id)
        || given.isSolvedBut(id)) {
      return false;
    }
    return events.stream().anyMatch(TestEvent::waitsForAnother)
        || module.exercises().stream()
            .map(Exercise::id)
            .filter(other -> !other.equals(id) && !given.isStub(other))
            .map(results::get)
            .anyMatch(r -> r == null || r.verdict() != Verdict.PASSED);
  }

  /// The exercise whose region holds this error.
  ExerciseResult doesNotCompile(Exercise exercise, CompileError error) {
    return refused(exercise, problem(error), changed(error));
  }

  /// Every exercise, when the module as a whole does not compile.
  List<ExerciseResult> noneCompiles(List<Exercise> wanted, CompileError error) {
    var problem = problem(error);
    var changed = changed(error);
    return wanted.stream().map(e -> refused(e, problem, changed)).toList();
  }

  /// Says what was graded: with it the files that are not as they were handed in, beyond those that
  /// exercises are told of.
  String files(Salvage salvage) {
    var said = new StringBuilder("your files");
    salvage
        .withdrawn()
        .forEach((file, error) -> {
          var why = error.line() < 1 ? "" : "line " + error.line() + ": ";
          var first = error.message().lines().findFirst().orElse("");
          var fault = Files.exists(file) ? why + first : "missing";
          if (given.isOwn(file)) {
            said.append(" without %s (%s)".formatted(file.getFileName(), fault));
          } else if (!given.hasExercises(file)) {
            said.append(
                " with the course's %s for yours (%s)".formatted(file.getFileName(), fault));
          }
        });
    return said.toString();
  }

  /// The heads of methods that were changed, as long as the file has its class.
  private List<String> changed(CompileError error) {
    return error.line() < 1 ? List.of() : given.changedSignatures();
  }

  private static ExerciseResult refused(
      Exercise exercise, Problem problem, List<String> changedSignatures) {
    if (changedSignatures.isEmpty()) {
      return new ExerciseResult(exercise, Verdict.DOES_NOT_COMPILE, List.of(), problem, null, null);
    }
    var text = PUT_BACK + String.join("\n", changedSignatures) + "\n\n" + problem.text();
    return new ExerciseResult(
        exercise,
        Verdict.SIGNATURE_CHANGED,
        List.of(),
        new Problem(text, problem.at(), problem.frames()),
        null,
        null);
  }

  private Problem problem(CompileError e) {
    var place = places.line(e.file(), e.line());
    var text = new StringBuilder(place + ": " + e.message());
    if (place.code() != null) {
      var line = tapeline.grader.course.Course.read(e.file()).lines().toList().get(e.line() - 1);
      int indent = line.length() - line.stripLeading().length();
      text.append("\n\n  ").append(line.strip());
      if (e.column() > indent) {
        text.append("\n  ").append(" ".repeat(e.column() - 1 - indent)).append('^');
      }
    }
    return new Problem(text.toString(), place, List.of());
  }

  static boolean isLinkFailure(ExerciseResult result) {
    return result.verdict() == Verdict.SIGNATURE_CHANGED;
  }

  /// Puts the missing members in words where a test could not call one.
  ExerciseResult withSignatures(ExerciseResult result, List<String> missing) {
    if (!isLinkFailure(result) || result.problem() != null || missing.isEmpty()) {
      return result;
    }
    var text = PUT_BACK + String.join("\n", missing);
    return new ExerciseResult(
        result.exercise(),
        result.verdict(),
        result.tests(),
        new Problem(text, start(result.exercise()), List.of()),
        result.note(),
        null);
  }

  /// Returns whether the line of the mistake is still to be found.
  boolean asksForLine(ExerciseResult result) {
    var named = result.likelyMistake();
    var problem = result.firstProblem();
    var at = problem == null ? null : problem.at();
    return List.of(Verdict.FAILED, Verdict.TIMED_OUT).contains(result.verdict())
        && result.problem() == null
        && (named == null || KnownMistakes.isGuess(named))
        && (problem == null || at == null || at.code() == null || isThrown(problem, at));
  }

  /// Returns whether the first failure is an exception, a loop without end, or what the emulator
  /// found in a kernel, so that its line is where the mistake has come to light, and not always
  /// where it is.
  private static boolean isThrown(Problem problem, SourceLine at) {
    return at.file().endsWith(".cu")
        || problem.text().startsWith(HUNG)
        || problem.text().matches("(?s)\\w+(Exception|Error|Fault): .*");
  }

  /// The result with the line at which these differences from a right answer are; as it was where
  /// there are none, or where they are everywhere.
  ExerciseResult withLine(ExerciseResult result, Locator.Found found, Region region) {
    var differences = found.differences();
    int[] lines =
        IntStream.concat(
                differences.stream().flatMapToInt(h -> IntStream.rangeClosed(h.first(), h.last())),
                found.elsewhere().stream().mapToInt(n -> n))
            .sorted()
            .distinct()
            .toArray();
    int replaced = differences.stream().mapToInt(h -> Token.of(h.text()).size()).sum();
    boolean everywhere = 2 * replaced > Token.of(region.body()).size();
    if (lines.length == 0 || lines.length > MOST_LINES || everywhere) {
      return result;
    }
    var file = given.main().resolve("../../..").normalize().resolve(result.exercise().file());
    boolean any = !found.elsewhere().isEmpty();
    var shown = differences.stream().filter(h -> !h.text().isEmpty()).findFirst();
    int begin = region.beginLine() + 1;
    int line = begin + shown.orElse(differences.getFirst()).first();
    var numbers =
        Arrays.stream(lines)
            .mapToObj(n -> "" + (begin + n))
            .collect(Collectors.joining(any ? " or " : ", "));
    var remark =
        (any || lines.length == 1 ? "line " : "lines ")
            + numbers
            + (shown.isPresent() ? "" : ", where something is missing")
            + ", or what is needed there: "
            + (found.stillFail() == 0
                ? "the tests pass when only this is put right"
                : "%d of %d failed tests pass when only this is put right"
                    .formatted(found.failed() - found.stillFail(), found.failed()));
    return result.at(places.line(file, line), remark + source(result, line));
  }

  /// Names the line in which the first failure came to light, unless it is this line.
  private static String source(ExerciseResult result, int line) {
    var problem = result.firstProblem();
    var at = problem == null ? null : problem.at();
    boolean elsewhere = at != null && at.code() != null && at.line() != line;
    return at != null && elsewhere ? "; it comes to light in line " + at.line() : "";
  }
}
