package tapeline.grader.progress;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.course.Quiz;
import tapeline.grader.generate.ExerciseFile;
import tapeline.grader.result.Verdict;

/// The progress book as a table of modules, the milestones, and what comes next.
public record Progress(Course course, List<Row> rows, List<MilestoneState> milestones) {
  /// The columns' names.
  public static final List<String> COLUMNS =
      List.of("module", "exercises", "core", "points", "quiz", "last graded");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm").withZone(ZoneId.systemDefault());

  /// One module.
  ///
  /// @param open the exercises that have not passed yet, or were reset
  /// @param undecided the points among theirs that comparisons which could not tell did not cost
  /// @param next the exercise that a report of the module would put first; null when all pass
  /// @param quiz how its quiz went; null when it was never answered
  /// @param hasQuiz whether there is one
  /// @param graded when one of its exercises was graded last; null when none ever was
  public record Row(
      CourseModule module,
      List<Exercise> open,
      int undecided,
      @Nullable Exercise next,
      ProgressBook.@Nullable Taken quiz,
      boolean hasQuiz,
      @Nullable Instant graded) {

    /// The row's texts, for [#COLUMNS].
    public List<String> cells() {
      int all = module.exercises().size();
      int core = module.core().size();
      int missing = open.stream().mapToInt(Exercise::points).sum();
      return List.of(
          module.name(),
          all - open.size() + "/" + all,
          core == 0 ? "" : core - open.stream().filter(Exercise::core).count() + "/" + core,
          module.points() - missing + undecided + "/" + module.points(),
          quiz == null ? "" : quiz.best() + "/" + quiz.asked(),
          graded == null ? "" : TIME.format(graded));
    }

    private boolean quizIsOpen() {
      return hasQuiz && (quiz == null || !Quiz.passes(quiz.best(), quiz.asked()));
    }
  }

  /// Reads the progress of each module of the course from the book. An exercise that has been reset
  /// since its last grading is not started, as a grading would say.
  public static Progress of(Course course, ProgressBook book) {
    var rows = new ArrayList<Row>();
    for (var module : course.modules()) {
      var graded = book.reached(module);
      var reached = new TreeMap<>(graded);
      reached.keySet().removeIf(id -> isStub(course, module.exercise(id)));
      rows.add(
          new Row(
              module,
              module.exercises().stream().filter(e -> !passed(reached.get(e.id()))).toList(),
              reached.values().stream()
                  .filter(r -> r.best() == Verdict.UNDECIDED)
                  .mapToInt(ProgressBook.Reached::points)
                  .sum(),
              next(module, reached),
              book.taken(module).orElse(null),
              Files.exists(Quiz.file(course, module)),
              graded.values().stream()
                  .map(ProgressBook.Reached::graded)
                  .max(Comparator.naturalOrder())
                  .orElse(null)));
    }
    return new Progress(course, List.copyOf(rows), MilestoneState.all(course, book));
  }

  private static @Nullable Exercise next(
      CourseModule module, Map<ExerciseId, ProgressBook.Reached> reached) {
    Exercise next = null;
    int most = 0;
    for (var e : module.exercises()) {
      var last = reached.get(e.id());
      int urgency = (last == null ? Verdict.NOT_STARTED : last.last()).urgency();
      if (urgency > most) {
        next = e;
        most = urgency;
      }
    }
    return next;
  }

  private static boolean isStub(Course course, Exercise exercise) {
    try {
      return ExerciseFile.of(course, exercise.id(), Front.terminal()).isStub();
    } catch (IllegalArgumentException | UncheckedIOException _) {
      return false; // a grading says what is wrong with the file
    }
  }

  private static boolean passed(ProgressBook.@Nullable Reached reached) {
    return reached != null && reached.best() == Verdict.PASSED;
  }

  /// The table as aligned lines, those of the milestones, and what comes next.
  public List<String> lines(Front front) {
    var table = new ArrayList<List<String>>();
    table.add(COLUMNS);
    rows.forEach(r -> table.add(r.cells()));
    var lines = new ArrayList<String>();
    for (var row : table) {
      var line = new StringBuilder();
      for (int c = 0; c < row.size(); c++) {
        int column = c;
        int width = table.stream().mapToInt(r -> r.get(column).length()).max().orElse(0);
        boolean number = 0 < c && c < row.size() - 1;
        line.append(pad(row.get(c), number ? width : -width)).append("   ");
      }
      lines.add(line.toString().stripTrailing());
    }
    lines.add("");
    if (!milestones.isEmpty()) {
      lines.addAll(MilestoneState.lines(milestones));
      lines.add("");
    }
    lines.add(next(front));
    return lines;
  }

  private static String pad(String text, int width) {
    var blanks = " ".repeat(Math.abs(width) - text.length());
    return width < 0 ? text + blanks : blanks + text;
  }

  /// The next step: an exercise of the module graded last or of one above it, else of the first
  /// module that has one, else a quiz.
  public String next(Front front) {
    return nextExercise()
        .or(this::nextQuiz)
        .map(n -> "next: " + n.apply(front))
        .orElse("Everything is done.");
  }

  private interface Next {
    String apply(Front front);
  }

  private Optional<Next> nextExercise() {
    var latest =
        rows.stream()
            .filter(r -> r.graded != null)
            .max(Comparator.comparing(r -> r.graded == null ? Instant.MIN : r.graded))
            .map(r -> r.module.number())
            .orElse(0);
    var unfinished = rows.stream().filter(r -> r.next != null).toList();
    return unfinished.stream()
        .filter(r -> r.module.number() >= latest)
        .findFirst()
        .or(() -> unfinished.stream().findFirst())
        .map(r -> front -> exercise(r.module, Objects.requireNonNull(r.next), front));
  }

  private String exercise(CourseModule module, Exercise next, Front front) {
    var what = next.id() + " " + next.title();
    var where = "modules/" + module.name() + "/" + next.file();
    return switch (front) {
      case MAVEN, LAUNCHER ->
          "%s in %s\n      %s".formatted(what, where, front.grade(module.number()));
      case NOTEBOOK ->
          "%s in notebooks/%s.ipynb, or in %s".formatted(what, course.notebook(next.id()), where);
    };
  }

  private Optional<Next> nextQuiz() {
    return rows.stream()
        .filter(Row::quizIsOpen)
        .findFirst()
        .map(r ->
            front ->
                front.command("quiz", r.module.id())
                    + (front == Front.NOTEBOOK
                        ? " in notebooks/%s.ipynb"
                            .formatted(course.notebook(r.module.exercises().getLast().id()))
                        : ""));
  }
}
