package tapeline.grader.progress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Lock;
import tapeline.grader.course.Milestone;
import tapeline.grader.generate.Disk;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.Verdict;

/// A learner's progress: `notebooks/.progress.json`, written by every grading of the learner's own
/// files, in a terminal or a notebook, and by every quiz.
///
/// ```json
/// {
///   "exercises": { "03.2": { "best": "PASSED", "points": 20,
///                              "last": "FAILED", "graded": "2026-11-21T10:15:00Z" } },
///   "quizzes": { "03": { "best": 4, "asked": 5, "taken": "2026-11-21T10:20:00Z" } },
///   "milestones": { "1": { "best": "0.96", "run": "2026-11-21T10:30:00Z" } }
/// }
/// ```
///
/// An exercise, a quiz or a milestone with a value that cannot be read is named, stays as it is and
/// counts as none. A book that is no JSON is moved aside, and a new one begins. Fields that this
/// version does not know are kept.
public final class ProgressBook {
  private static final String EXERCISES = "exercises";
  private static final String QUIZZES = "quizzes";
  private static final String MILESTONES = "milestones";

  private final Course course;
  private final Path file;
  private final Path lock;
  private final Consumer<String> warnings;
  private final Set<String> warned = new HashSet<>();

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
  public record Reached(Verdict best, int points, Verdict last, Instant graded) {}

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

    private static Asked parse(String text) {
      var parts = text.split(" ", 2);
      if (parts.length < 2 || !parts[1].matches("\\d( \\d)*")) {
        throw new Page.Spoilt("a question asked is a key and an order, got " + text);
      }
      var order = List.of(parts[1].split(" ")).stream().map(Integer::valueOf).toList();
      return new Asked(parts[0], order);
    }

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
          change(book, EXERCISES, "" + e.exercise().id(), page -> record(page, e, grades.when()));
        }
      }
    });
  }

  private static void record(Page page, ExerciseResult result, Instant when) {
    if (rank(result.verdict()) >= rank(verdict(page, "best", Verdict.NOT_STARTED))) {
      page.put("best", result.verdict().name());
      page.put("points", result.earned());
    }
    page.put("last", result.verdict().name());
    page.put("graded", when.toString());
  }

  /// How far each exercise of the module came that was ever graded.
  public Map<ExerciseId, Reached> reached(CourseModule module) {
    return read(book -> {
      var reached = new TreeMap<ExerciseId, Reached>();
      for (var e : module.exercises()) {
        on(book, EXERCISES, "" + e.id(), ProgressBook::reached, Optional.<Reached>empty())
            .ifPresent(r -> reached.put(e.id(), r));
      }
      return reached;
    });
  }

  private static Optional<Reached> reached(Page page) {
    var best = verdict(page, "best", Verdict.NOT_STARTED);
    var last = verdict(page, "last", best); // older books have none
    int points = page.number("points");
    return page.time("graded").map(when -> new Reached(best, points, last, when));
  }

  /// The checksum of what a notebook last wrote into the exercise's region, or showed of it.
  public Optional<String> seen(ExerciseId id) {
    return read(
        book -> on(book, EXERCISES, "" + id, page -> page.text("seen"), Optional.<String>empty()));
  }

  /// Remembers the checksum for [#seen].
  public void see(ExerciseId id, String checksum) {
    update(book -> change(book, EXERCISES, "" + id, page -> page.put("seen", checksum)));
  }

  /// How the module's quiz went, if it was ever answered.
  public Optional<Taken> taken(CourseModule module) {
    return read(
        book -> on(book, QUIZZES, module.id(), ProgressBook::taken, Optional.<Taken>empty()));
  }

  private static Optional<Taken> taken(Page page) {
    return page.has("taken")
        ? Optional.of(new Taken(page.number("best"), page.number("asked")))
        : Optional.empty();
  }

  /// The questions that wait for their answers; none when no quiz is open.
  public List<Asked> openQuiz(CourseModule module) {
    return read(book ->
        on(
            book,
            QUIZZES,
            module.id(),
            page -> page.texts("open").stream().map(Asked::parse).toList(),
            List.of()));
  }

  /// The keys of the questions that were ever asked, the latest last.
  public List<String> asked(CourseModule module) {
    return read(book -> on(book, QUIZZES, module.id(), page -> page.texts("keys"), List.of()));
  }

  /// Remembers the questions for [#openQuiz].
  public void ask(CourseModule module, List<Asked> questions) {
    update(book ->
        change(
            book,
            QUIZZES,
            module.id(),
            page -> {
              var keys = new ArrayList<>(page.texts("keys"));
              for (var q : questions) {
                keys.remove(q.key());
                keys.add(q.key());
              }
              page.put("open", questions.stream().map(Asked::toString).toList());
              page.put("keys", keys);
            }));
  }

  /// Records how the open quiz went, and closes it.
  public void take(CourseModule module, int right, int asked, Instant when) {
    update(book ->
        change(
            book,
            QUIZZES,
            module.id(),
            page -> {
              if (!page.has("taken") || right > page.number("best")) {
                page.put("best", right);
                page.put("asked", asked);
              }
              page.put("taken", when.toString());
              page.remove("open");
            }));
  }

  /// The best number of the milestone that the learner's own code came to, if it ever did.
  public Optional<Double> milestone(Milestone milestone) {
    return read(book ->
        on(
            book,
            MILESTONES,
            "" + milestone.number(),
            ProgressBook::number,
            Optional.<Double>empty()));
  }

  /// Records a milestone's number, and keeps it when it is the best so far.
  public void meet(Milestone milestone, double number, Instant when) {
    update(book ->
        change(
            book,
            MILESTONES,
            "" + milestone.number(),
            page -> {
              if (number(page).filter(best -> !milestone.goal().isBetter(number, best)).isEmpty()) {
                page.put("best", Double.toString(number));
              }
              page.put("run", when.toString());
            }));
  }

  /// Takes from another book's text what that has beyond this one; whether this changed anything.
  public boolean merge(String other) {
    Page theirs;
    try {
      theirs = Page.parse(other);
    } catch (Page.Spoilt e) {
      warnings.accept("the progress of the export cannot be read: " + e.getMessage());
      return false;
    }
    return open(
        book -> {
          var before = book.text();
          boolean isNew = !Files.exists(file);
          if (book.isEmpty()) {
            book.takeAll(theirs);
          }
          merge(book, theirs, EXERCISES, (_, own, page) -> BetterOfTwo.exercise(own, page));
          merge(book, theirs, QUIZZES, (_, own, page) -> BetterOfTwo.quiz(own, page));
          merge(
              book,
              theirs,
              MILESTONES,
              (key, own, page) -> BetterOfTwo.milestone(own, page, numbered(key)));
          return isNew || !book.text().equals(before);
        },
        true);
  }

  private interface Merge {
    void of(String key, Page own, Page other);
  }

  private void merge(Page book, Page theirs, String section, Merge merge) {
    for (var key : theirs.names(section)) {
      change(book, section, key, own -> merge.of(key, own, theirs.page(section).page(key)));
    }
  }

  private Optional<Milestone> numbered(String key) {
    return Milestone.all(course).stream().filter(m -> key.equals("" + m.number())).findFirst();
  }

  static Optional<Double> number(Page milestone) {
    try {
      return milestone.text("best").map(Double::valueOf);
    } catch (NumberFormatException e) {
      throw new Page.Spoilt("a milestone's best is a number: " + e.getMessage());
    }
  }

  static Verdict verdict(Page exercise, String field, Verdict missing) {
    var name = exercise.text(field).orElse(missing.name());
    for (var verdict : Verdict.values()) {
      if (verdict.name().equals(name)) {
        return verdict;
      }
    }
    throw new Page.Spoilt(field + " is a verdict, got " + name);
  }

  static int rank(Verdict verdict) {
    return switch (verdict) {
      case PASSED -> 3;
      case UNDECIDED -> 2;
      case FAILED, DOES_NOT_COMPILE, SIGNATURE_CHANGED, TIMED_OUT, CRASHED -> 1;
      case NOT_STARTED -> 0;
    };
  }

  /// The use of a page; `none` where it cannot be read, which is named.
  private <T> T on(Page book, String section, String key, Function<Page, T> use, T none) {
    try {
      return use.apply(book.page(section).page(key));
    } catch (Page.Spoilt e) {
      var warning =
          "notebooks/.progress.json: %s %s: %s; it stays so and does not count"
              .formatted(section, key, e.getMessage());
      if (warned.add(warning)) {
        warnings.accept(warning);
      }
      return none;
    }
  }

  /// Changes the page, which reads before it writes; one that cannot be read stays as it is.
  private void change(Page book, String section, String key, Consumer<Page> change) {
    on(
        book,
        section,
        key,
        page -> {
          change.accept(page);
          return true;
        },
        false);
  }

  private <T> T read(Function<Page, T> use) {
    return open(use, false);
  }

  private void update(Consumer<Page> change) {
    open(
        book -> {
          change.accept(book);
          return true;
        },
        true);
  }

  private <T> T open(Function<Page, T> use, boolean write) {
    try (var _ = Lock.on(lock)) {
      try {
        return use(Files.exists(file) ? Disk.text(file) : "{}", use, write);
      } catch (Page.Spoilt e) {
        setAside(String.valueOf(e.getMessage()));
        return use("{}", use, write);
      }
    }
  }

  private <T> T use(String text, Function<Page, T> use, boolean write) {
    var book = Page.parse(text);
    var result = use.apply(book);
    if (write) {
      Disk.write(file, book.text());
    }
    return result;
  }

  private void setAside(String why) {
    try {
      var aside = Disk.keep(file, ".spoilt");
      Files.delete(file);
      warnings.accept(
          "notebooks/.progress.json cannot be read (%s): it is kept as %s, and a new one begins"
              .formatted(why, aside.getFileName()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + file, e);
    }
  }
}
