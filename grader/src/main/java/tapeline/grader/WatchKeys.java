package tapeline.grader;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tapeline.grader.course.Course;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.generate.ExerciseFile;
import tapeline.grader.generate.Hint;
import tapeline.grader.generate.Reset;
import tapeline.grader.progress.Progress;
import tapeline.grader.progress.ProgressBook;
import tapeline.grader.report.Chars;
import tapeline.grader.report.Focus;
import tapeline.grader.result.Grades;

/// The keys of the watch mode: each is a letter, then Enter.
final class WatchKeys {
  static final String HELP =
      "watching your files; h hint, n next, r reset, l list, q quit, then Enter";

  private final Course course;
  private Optional<ExerciseId> current = Optional.empty();
  private boolean resetAsked;

  WatchKeys(Course course) {
    this.course = course;
  }

  /// The keys are about the exercise that the last report calls next.
  void graded(Grades grades) {
    var next = Focus.next(grades);
    current = Optional.ofNullable(next).map(n -> n.exercise().exercise().id());
    resetAsked = false;
  }

  /// The lines that a key answers with, in front of [#HELP]; empty when it ends the watching.
  Optional<List<String>> press(String key) {
    boolean asked = resetAsked;
    resetAsked = false;
    return switch (key) {
      case "q" -> Optional.empty();
      case "h" -> about(id -> Hint.next(course, id, "h"));
      case "n" -> about(this::text);
      case "l" -> Optional.of(list());
      case "r" -> about(id -> reset(id, asked));
      case "" -> Optional.of(List.of());
      default -> Optional.of(List.of("there is no key " + Chars.line(key)));
    };
  }

  private Optional<List<String>> about(Function<ExerciseId, List<String>> answer) {
    try {
      return Optional.of(
          current.map(answer).orElse(List.of("everything that is watched has passed")));
    } catch (IllegalArgumentException e) {
      return Optional.of(List.of(String.valueOf(e.getMessage())));
    }
  }

  /// The exercise's TODO, and the answer that stands in its place, if any.
  private List<String> text(ExerciseId id) {
    var file = ExerciseFile.of(course, id, Front.terminal());
    var lines = new ArrayList<String>();
    lines.add("%s in %s:%d".formatted(id, file.name(), file.region().beginLine() + 1));
    var body = file.body();
    var todo =
        file.stub()
            .lines()
            .filter(line -> line.strip().startsWith("//") && !body.contains(line.strip()));
    Stream.concat(todo, body.stripTrailing().lines())
        .collect(Collectors.joining("\n"))
        .stripIndent()
        .lines()
        .forEach(line -> lines.add("    " + Chars.printable(line)));
    return lines;
  }

  private List<String> list() {
    var book = new ProgressBook(course, _ -> {});
    return Progress.of(course, book).lines(Front.terminal());
  }

  /// A second r in a row resets: the first one may have been a slip.
  private List<String> reset(ExerciseId id, boolean asked) {
    if (!asked) {
      resetAsked = true;
      return List.of(
          "r again puts the stub of %s back; your version stays beside it".formatted(id));
    }
    return Reset.exercise(course, id, Front.terminal());
  }
}
