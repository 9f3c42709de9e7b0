package tapeline.grader.progress;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.course.Milestone;
import tapeline.grader.report.Focus;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.TestResult;
import tapeline.grader.result.Verdict;

class ProgressBookTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
  private static final ExerciseId FIRST = new ExerciseId(1, 1);
  private static final CourseModule ONE =
      new CourseModule(
          1,
          "01-one",
          List.of(
              new Exercise(FIRST, "first", 40, true, "A.java"),
              new Exercise(new ExerciseId(1, 2), "second", 60, false, "B.java")));
  private static final CourseModule TWO =
      new CourseModule(
          2, "02-two", List.of(new Exercise(new ExerciseId(2, 1), "third", 100, false, "C.java")));

  @TempDir private Path root;
  private final List<String> warnings = new ArrayList<>();
  private Course course;

  @BeforeEach
  void course() {
    course = new Course(root, List.of(ONE, TWO));
  }

  private ProgressBook book() {
    return new ProgressBook(course, warnings::add);
  }

  private Path file() {
    return root.resolve("notebooks/.progress.json");
  }

  private void write(String text) throws IOException {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), text);
  }

  private void grade(CourseModule module, int exercise, Verdict verdict, Instant when) {
    var result =
        new ExerciseResult(module.exercises().get(exercise), verdict, List.of(), null, null, null);
    book()
        .record(
            new Grades(when, "25", 1, List.of(new ModuleResult(module, "", List.of(result), 0.1))));
  }

  private ProgressBook.Reached reached() {
    return requireNonNull(book().reached(ONE).get(FIRST));
  }

  private Verdict best() {
    return reached().best();
  }

  @Test
  void the_best_verdict_stays_and_of_equals_the_last() {
    assertThat(book().reached(ONE)).isEmpty();
    grade(ONE, 0, Verdict.NOT_STARTED, NOON);
    assertThat(best()).isEqualTo(Verdict.NOT_STARTED);
    grade(ONE, 0, Verdict.TIMED_OUT, NOON);
    grade(ONE, 0, Verdict.FAILED, NOON);
    assertThat(best()).isEqualTo(Verdict.FAILED);
    grade(ONE, 0, Verdict.PASSED, NOON);
    grade(ONE, 0, Verdict.DOES_NOT_COMPILE, NOON.plusSeconds(60));
    assertThat(best()).isEqualTo(Verdict.PASSED);
    assertThat(reached().graded()).isEqualTo(NOON.plusSeconds(60));
    assertThat(Course.read(file())).contains("\"points\" : 40");
  }

  @Test
  void the_time_to_pass_goes_from_the_first_answer_to_the_first_that_passed() {
    grade(ONE, 0, Verdict.NOT_STARTED, NOON.minusSeconds(9000));
    grade(ONE, 0, Verdict.DOES_NOT_COMPILE, NOON);
    grade(ONE, 0, Verdict.FAILED, NOON.plusSeconds(60));
    assertThat(reached().toPass()).isNull();
    grade(ONE, 0, Verdict.PASSED, NOON.plusSeconds(600));
    grade(ONE, 0, Verdict.FAILED, NOON.plusSeconds(700));
    grade(ONE, 0, Verdict.PASSED, NOON.plusSeconds(800));
    assertThat(reached().toPass()).isEqualTo(Duration.ofMinutes(10));
  }

  @Test
  void a_book_that_began_without_times_has_no_time_to_pass() throws IOException {
    write(
        "{\"exercises\": {\"01.1\": {\"best\": \"FAILED\", \"graded\": \"%s\"}}}".formatted(NOON));
    grade(ONE, 0, Verdict.FAILED, NOON.plusSeconds(60));
    grade(ONE, 0, Verdict.PASSED, NOON.plusSeconds(120));
    assertThat(reached().toPass()).isNull();
  }

  @Test
  void an_undecided_exercise_counts_the_points_of_its_report() {
    var passed = new TestResult("T", "t", Verdict.PASSED, null, 0, "");
    var first = ONE.exercises().getFirst();
    var result = new ExerciseResult(first, Verdict.UNDECIDED, List.of(passed), null, null, null);
    var module = new ModuleResult(ONE, "", List.of(result), 0.1);
    book().record(new Grades(NOON, "25", 1, List.of(module)));
    assertThat(Progress.of(course, book()).rows().getFirst().cells())
        .contains("0/2", module.earned() + "/100");
  }

  @Test
  void fields_of_others_are_kept() throws IOException {
    write(
        """
        {"note": "mine", "big": 123456789012345678901234567890, "none": null,
         "exercises": {"01.1": {"best": "FAILED", "colour": ["red", true]}, "99.1": {}}}
        """);
    grade(ONE, 0, Verdict.PASSED, NOON);
    assertThat(Course.read(file()))
        .contains("\"note\" : \"mine\"", "123456789012345678901234567890")
        .contains("\"none\" : null", "[ \"red\", true ]", "\"99.1\"", "\"PASSED\"");
    var kept = Course.read(file());
    Files.delete(file());
    assertThat(book().merge(kept)).isTrue();
    assertThat(Course.read(file()))
        .contains("\"note\" : \"mine\"", "123456789012345678901234567890", "[ \"red\", true ]");
    assertThat(warnings).isEmpty();
  }

  @Test
  void reading_writes_nothing() {
    book().reached(ONE);
    book().taken(ONE);
    book().seen(FIRST);
    assertThat(file()).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{⏎\"exercises\": | line 2",
        "[] | line 1",
        "null | line 1",
        "`` | line 1",
        "{} {} | line 1",
        "{\"exercises\": {\"01.1\": 5}} | line 1, exercises, 01.1",
        "{\"exercises\": {\"01.1\": null}} | line 1, exercises, 01.1",
        "{\"exercises\": {\"01.1\": {\"best\": \"GREAT\"}}} | line 1, exercises, 01.1, best",
        "{\"exercises\": {\"01.1\": {\"best\": 0}}} | line 1, exercises, 01.1, best",
        "{\"exercises\": {\"01.1\": {\"points\": \"all\"}}} | line 1, exercises, 01.1, points",
        "{\"exercises\": {\"01.1\": {\"graded\": \"noon\"}}} | exercises, 01.1, graded",
        "{\"quizzes\": {\"01\": {\"open\": [\"k1\"]}}} | line 1, quizzes, 01, open",
        "{\"milestones\": {\"1\": {\"best\": \"all\"}}} | line 1, milestones, 1, best"
      })
  void a_spoilt_book_is_named_and_kept_aside_whole_and_a_new_one_begins(String text, String where)
      throws IOException {
    var spoilt = text.replace('⏎', '\n');
    for (var aside : List.of(".progress.json.spoilt", ".progress.json.spoilt.2")) {
      write(spoilt);
      assertThat(book().reached(ONE)).isEmpty();
      assertThat(warnings.removeFirst())
          .startsWith("notebooks/.progress.json cannot be read (" + where)
          .endsWith("): it is kept whole as %s, and a new one begins".formatted(aside));
      assertThat(root.resolve("notebooks").resolve(aside)).content().isEqualTo(spoilt);
      grade(ONE, 0, Verdict.PASSED, NOON);
      assertThat(best()).isEqualTo(Verdict.PASSED);
    }
  }

  @Test
  void of_two_books_the_better_of_each_exercise_quiz_and_milestone_stays() throws IOException {
    Files.createDirectories(root.resolve("grader/laboratory/milestones"));
    Files.writeString(
        root.resolve("grader/laboratory/milestones/1-perceptron.md"),
        """
        # 1958: The perceptron

        - **Needs** 01.1
        - **Number** mean error
        - **To beat** at most 0.5
        - **Question** How large is it?
        """);
    grade(ONE, 0, Verdict.PASSED, NOON);
    grade(ONE, 1, Verdict.FAILED, NOON);
    book().take(ONE, 3, 5, NOON);
    book().meet(Milestone.of(course, "1"), 0.2, NOON);
    var mine = Course.read(file());
    Files.delete(file());
    grade(ONE, 0, Verdict.FAILED, NOON.plusSeconds(60));
    grade(ONE, 1, Verdict.PASSED, NOON.minusSeconds(60));
    grade(TWO, 0, Verdict.PASSED, NOON);
    book().take(ONE, 4, 5, NOON);
    book().meet(Milestone.of(course, "1"), 0.4, NOON);
    var theirs = Course.read(file());
    for (var other : List.of(theirs, mine)) {
      write(other.equals(mine) ? theirs : mine);
      assertThat(book().merge(other)).isTrue();
      assertThat(book().reached(ONE).values())
          .containsExactly(
              new ProgressBook.Reached(
                  Verdict.PASSED, 40, Verdict.FAILED, NOON.plusSeconds(60), Duration.ZERO),
              new ProgressBook.Reached(Verdict.PASSED, 60, Verdict.FAILED, NOON, Duration.ZERO));
      assertThat(book().reached(TWO)).hasSize(1);
      assertThat(book().taken(ONE)).contains(new ProgressBook.Taken(4, 5));
      assertThat(book().milestone(Milestone.of(course, "1"))).contains(0.2);
      assertThat(book().merge(other)).as("a second time").isFalse();
    }
    assertThat(warnings).isEmpty();
    assertThat(book().merge("[")).isFalse();
    assertThat(warnings).containsExactly("the progress of the export cannot be read: line 1");
  }

  @Test
  void what_a_notebook_wrote_is_remembered() {
    assertThat(book().seen(FIRST)).isEmpty();
    book().see(FIRST, "abc");
    grade(ONE, 0, Verdict.PASSED, NOON);
    assertThat(book().seen(FIRST)).contains("abc");
  }

  @Test
  void a_quiz_stays_open_until_it_is_taken_and_its_best_counts() {
    var questions =
        List.of(
            new ProgressBook.Asked("k1", List.of(2, 0, 1)),
            new ProgressBook.Asked("k2", List.of(0, 1, 2)));
    book().ask(ONE, questions);
    assertThat(book().openQuiz(ONE)).isEqualTo(questions);
    assertThat(book().openQuiz(TWO)).isEmpty();
    assertThat(book().taken(ONE)).isEmpty();
    book().take(ONE, 2, 2, NOON);
    assertThat(book().openQuiz(ONE)).isEmpty();
    book().ask(ONE, List.of(new ProgressBook.Asked("k1", List.of(0))));
    assertThat(book().asked(ONE)).as("the latest last").containsExactly("k2", "k1");
    book().take(ONE, 1, 2, NOON);
    assertThat(book().taken(ONE)).contains(new ProgressBook.Taken(2, 2));
  }

  @Test
  void many_at_once_lose_nothing() throws InterruptedException {
    var threads = new ArrayList<Thread>();
    for (int i = 1; i <= 20; i++) {
      var id = new ExerciseId(1, i);
      threads.add(Thread.ofPlatform().start(() -> book().see(id, "sum " + id)));
    }
    for (var t : threads) {
      t.join();
    }
    for (int i = 1; i <= 20; i++) {
      assertThat(book().seen(new ExerciseId(1, i))).contains("sum " + new ExerciseId(1, i));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PASSED, FAILED, 01.2",
    "NOT_STARTED, FAILED, 01.2",
    "UNDECIDED, TIMED_OUT, 01.2",
    "UNDECIDED, NOT_STARTED, 01.1",
    "NOT_STARTED, NOT_STARTED, 01.1",
    "CRASHED, FAILED, 01.1"
  })
  void the_next_exercise_is_the_one_that_a_report_puts_first(
      Verdict first, Verdict second, String expected) {
    grade(ONE, 0, Verdict.PASSED, NOON.minusSeconds(60));
    grade(ONE, 1, Verdict.PASSED, NOON.minusSeconds(60));
    var verdicts = List.of(first, second);
    var results = new ArrayList<ExerciseResult>();
    for (var e : ONE.exercises()) {
      var verdict = verdicts.get(results.size());
      results.add(new ExerciseResult(e, verdict, List.of(), null, null, null));
    }
    var grades = new Grades(NOON, "25", 1, List.of(new ModuleResult(ONE, "", results, 0.1)));
    book().record(grades);
    assertThat(Progress.of(course, book()).next(Front.MAVEN)).startsWith("next: " + expected + " ");
    assertThat(requireNonNull(Focus.next(grades)).exercise().exercise().id()).hasToString(expected);
  }

  @Test
  void the_table_sums_up_and_names_what_comes_next() throws IOException {
    grade(ONE, 0, Verdict.PASSED, NOON);
    grade(TWO, 0, Verdict.FAILED, NOON.minusSeconds(60));
    Files.createDirectories(root.resolve("notebooks/quizzes"));
    Files.writeString(root.resolve("notebooks/quizzes/01-one.md"), "");
    book().take(ONE, 3, 5, NOON);
    var lines = Progress.of(course, book()).lines(Front.MAVEN);
    assertThat(lines.get(0)).isEqualTo("module   exercises   core   points   quiz   last graded");
    assertThat(lines.get(1))
        .matches("01-one         1/2    1/1   40/100    3/5   2026-11-2\\d \\d\\d:\\d\\d");
    assertThat(lines.get(2)).startsWith("02-two         0/1           0/100          2026-11-2");
    assertThat(lines.get(3)).isEmpty();
    assertThat(lines.get(4))
        .isEqualTo(
            "next: 01.2 second in modules/01-one/B.java\n      mvn -pl grader test -Dmodule=1");
    grade(TWO, 0, Verdict.FAILED, NOON.plusSeconds(1));
    assertThat(Progress.of(course, book()).next(Front.NOTEBOOK))
        .as("where the learner is")
        .isEqualTo("next: 02.1 third in notebooks/02-two.ipynb, or in modules/02-two/C.java");
    Files.writeString(root.resolve("notebooks/02a-more.ipynb"), "\"%%exercise 02.1\\n\"");
    assertThat(Progress.of(course, book()).next(Front.NOTEBOOK))
        .as("a further notebook has the exercise's cell")
        .startsWith("next: 02.1 third in notebooks/02a-more.ipynb, or in ");
    grade(ONE, 1, Verdict.PASSED, NOON);
    grade(TWO, 0, Verdict.PASSED, NOON);
    assertThat(Progress.of(course, book()).next(Front.NOTEBOOK))
        .isEqualTo("next: %quiz 01 in notebooks/01-one.ipynb");
    assertThat(Progress.of(course, book()).next(Front.MAVEN))
        .isEqualTo("next: mvn -pl grader test -Dquiz=01");
    book().take(ONE, 4, 5, NOON);
    assertThat(Progress.of(course, book()).next(Front.NOTEBOOK)).isEqualTo("Everything is done.");
  }
}
