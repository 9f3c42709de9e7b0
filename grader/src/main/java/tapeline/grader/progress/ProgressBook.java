package tapeline.grader.progress;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Lock;
import tapeline.grader.course.Milestone;
import tapeline.grader.generate.Disk;
import tapeline.grader.result.Grades;
import tapeline.grader.result.Verdict;

/// A learner's progress: `notebooks/.progress.json`, written by every grading of the learner's own
/// files, in a terminal or a notebook, and by every quiz.
///
/// ```json
/// {
///   "exercises": { "03.2": { "best": "PASSED", "points": 20,
///                              "last": "FAILED", "graded": "2026-11-21T10:15:00Z",
///                              "first": "2026-11-20T18:02:00Z",
///                              "passed": "2026-11-20T18:40:00Z" } },
///   "quizzes": { "03": { "best": 4, "asked": 5, "taken": "2026-11-21T10:20:00Z" } },
///   "milestones": { "1": { "best": "0.96", "run": "2026-11-21T10:30:00Z" } }
/// }
/// ```
///
/// A book that cannot be read, in whole or in one field, is named and moved aside whole, and a new
/// one begins. Fields that this version does not know are kept.
public final class ProgressBook {
  private final Course course;
  private final Path file;
  private final Path lock;
  private final Consumer<String> warnings;

  /// The book of `course`; what the learner should know about the book itself goes to `warnings`.
  public ProgressBook(Course course, Consumer<String> warnings) {
    this.course = course;
    this.file = course.root().resolve("notebooks/.progress.json");
    this.lock = course.target().resolve("progress.lock");
    this.warnings = warnings;
  }

  /// How far an exercise came.
  ///
  /// @param best the best verdict so far
  /// @param points what it earned
  /// @param last the last one
  /// @param graded when that was
  /// @param toPass the time from the first grading of an answer to the first that passed; null
  ///   where it has not passed, or a book began later
  public record Reached(
      Verdict best, int points, Verdict last, Instant graded, @Nullable Duration toPass) {}

  /// How a quiz went.
  ///
  /// @param best the most right answers so far
  /// @param asked to how many questions
  public record Taken(int best, int asked) {}

  /// A question as it was asked.
  ///
  /// @param key [tapeline.grader.course.Quiz.Question#key]
  /// @param order which option stands at each letter
  public record Asked(String key, List<Integer> order) {

    @JsonCreator
    static Asked parse(String text) {
      var parts = text.split(" ", 2);
      if (parts.length < 2 || !parts[1].matches("\\d( \\d)*")) {
        throw new IllegalArgumentException("a question asked is a key and an order, got " + text);
      }
      var order = List.of(parts[1].split(" ")).stream().map(Integer::valueOf).toList();
      return new Asked(parts[0], order);
    }

    @JsonValue
    @Override
    public String toString() {
      return key + " " + String.join(" ", order.stream().map(String::valueOf).toList());
    }
  }

  /// Records each exercise's verdict, and its points when it is the best so far.
  public void record(Grades grades) {
    update(book -> {
      for (var module : grades.modules()) {
        for (var e : module.exercises()) {
          book.exercises()
              .compute(
                  "" + e.exercise().id(),
                  (_, page) -> own(page).graded(e.verdict(), e.earned(), grades.when()));
        }
      }
    });
  }

  private static ProgressFile.OfExercise own(ProgressFile.@Nullable OfExercise page) {
    return page != null
        ? page
        : new ProgressFile.OfExercise(
            Verdict.NOT_STARTED, 0, Verdict.NOT_STARTED, null, null, null, null, Map.of());
  }

  /// How far each exercise of the module came that was ever graded.
  public Map<ExerciseId, Reached> reached(CourseModule module) {
    var pages = read().exercises();
    var reached = new TreeMap<ExerciseId, Reached>();
    for (var e : module.exercises()) {
      var page = own(pages.get("" + e.id()));
      if (page.graded() != null) {
        reached.put(
            e.id(),
            new Reached(page.best(), page.points(), page.last(), page.graded(), page.toPass()));
      }
    }
    return reached;
  }

  /// The checksum of what a notebook last wrote into the exercise's region, or showed of it.
  public Optional<String> seen(ExerciseId id) {
    return Optional.ofNullable(own(read().exercises().get("" + id)).seen());
  }

  /// Remembers the checksum for [#seen].
  public void see(ExerciseId id, String checksum) {
    update(book -> book.exercises().compute("" + id, (_, page) -> own(page).seen(checksum)));
  }

  private static ProgressFile.OfQuiz own(ProgressFile.@Nullable OfQuiz page) {
    return page != null
        ? page
        : new ProgressFile.OfQuiz(0, 0, null, List.of(), List.of(), Map.of());
  }

  private ProgressFile.OfQuiz quiz(CourseModule module) {
    return own(read().quizzes().get(module.id()));
  }

  /// How the module's quiz went, if it was ever answered.
  public Optional<Taken> taken(CourseModule module) {
    var page = quiz(module);
    return Optional.ofNullable(page.taken()).map(_ -> new Taken(page.best(), page.asked()));
  }

  /// The questions that wait for their answers; none when no quiz is open.
  public List<Asked> openQuiz(CourseModule module) {
    return quiz(module).open();
  }

  /// The keys of the questions that were ever asked, the latest last.
  public List<String> asked(CourseModule module) {
    return quiz(module).keys();
  }

  /// Remembers the questions for [#openQuiz].
  public void ask(CourseModule module, List<Asked> questions) {
    update(book -> book.quizzes().compute(module.id(), (_, page) -> own(page).asked(questions)));
  }

  /// Records how the open quiz went, and closes it.
  public void take(CourseModule module, int right, int asked, Instant when) {
    update(book ->
        book.quizzes().compute(module.id(), (_, page) -> own(page).taken(right, asked, when)));
  }

  /// The best number of the milestone that the learner's own code came to, if it ever did.
  public Optional<Double> milestone(Milestone milestone) {
    return Optional.ofNullable(read().milestones().get("" + milestone.number()))
        .map(ProgressFile.OfMilestone::best);
  }

  /// Records a milestone's number, and keeps it when it is the best so far.
  public void meet(Milestone milestone, double number, Instant when) {
    var met = new ProgressFile.OfMilestone(number, when, Map.of());
    update(book ->
        book.milestones()
            .merge(
                "" + milestone.number(), met, (page, _) -> page.with(met, Optional.of(milestone))));
  }

  /// Takes from another book's text what that has beyond this one; whether this changed anything.
  public boolean merge(String other) {
    ProgressFile theirs;
    try {
      theirs = ProgressFile.parse(other);
    } catch (IllegalArgumentException e) {
      warnings.accept("the progress of the export cannot be read: " + e.getMessage());
      return false;
    }
    try (var _ = Lock.on(lock)) {
      var book = parsed();
      var before = Files.exists(file) ? book.text() : "";
      book.merge(theirs, Milestone.all(course));
      Disk.write(file, book.text());
      return !book.text().equals(before);
    }
  }

  private ProgressFile read() {
    try (var _ = Lock.on(lock)) {
      return parsed();
    }
  }

  private void update(Consumer<ProgressFile> change) {
    try (var _ = Lock.on(lock)) {
      var book = parsed();
      change.accept(book);
      Disk.write(file, book.text());
    }
  }

  /// The book; a new one where there is none or it was spoilt.
  private ProgressFile parsed() {
    try {
      return ProgressFile.parse(Files.exists(file) ? Disk.text(file) : "{}");
    } catch (IllegalArgumentException e) {
      setAside(String.valueOf(e.getMessage()));
      return ProgressFile.parse("{}");
    }
  }

  private void setAside(String why) {
    try {
      var aside = Disk.keep(file, ".spoilt");
      Files.delete(file);
      warnings.accept(
          "notebooks/.progress.json cannot be read (%s): it is kept whole as %s, and a new one begins"
              .formatted(why, aside.getFileName()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + file, e);
    }
  }
}
