package tapeline.grader.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.handin.HandIn;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Verdict;

class SharedProgressTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
  private static final String TOKEN = "abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE";
  private static final CourseModule ONE =
      new CourseModule(
          1,
          "01-one",
          List.of(
              new Exercise(new ExerciseId(1, 1), "first", 40, true, "A.java"),
              new Exercise(new ExerciseId(1, 2), "second", 30, false, "B.java"),
              new Exercise(new ExerciseId(1, 3), "third", 30, false, "C.java")));

  @TempDir private Path root;

  private static void grade(ProgressBook book, int exercise, Verdict verdict, Instant when) {
    var result =
        new ExerciseResult(ONE.exercises().get(exercise), verdict, List.of(), null, null, null);
    var module = new ModuleResult(ONE, "", List.of(result), 0.1);
    book.record(new Grades(when, "25", 1, List.of(module)));
  }

  @Test
  void a_share_names_the_code_alone_and_has_no_date() throws Exception {
    var course = new Course(root, List.of(ONE));
    var book = new ProgressBook(course, System.out::println);
    grade(book, 0, Verdict.FAILED, NOON);
    grade(book, 0, Verdict.PASSED, NOON.plusSeconds(21 * 60 + 59));
    grade(book, 1, Verdict.TIMED_OUT, NOON);
    grade(book, 2, Verdict.NOT_STARTED, NOON);
    var learner = new HandIn("https://class.example.edu/#" + TOKEN, root);
    var file = root.resolve("mine.json");
    var said = learner.share(course, book, file).getFirst();
    var shared = SharedProgress.parse("mine.json", Files.readString(file));
    assertThat(shared.exercises())
        .containsOnlyKeys("01.1", "01.2")
        .containsEntry("01.1", new SharedProgress.OfExercise(true, 21L))
        .containsEntry("01.2", new SharedProgress.OfExercise(false, null));
    assertThat(said).startsWith("2 exercises are in " + file + ", under the code " + shared.code());
    assertThat(Files.readString(file)).doesNotContain(TOKEN, TOKEN.substring(0, 8), "2026", "12:");
    assertThatThrownBy(() -> learner.share(course, book, file))
        .hasMessage("what you share is a new file, and %s exists: name another".formatted(file));
    learner.share(course, book, root.resolve("again.json"));
    assertThat(SharedProgress.parse("again", Files.readString(root.resolve("again.json"))).code())
        .isEqualTo(shared.code());
    assertThatThrownBy(() -> new HandIn(null, root).share(course, book, root.resolve("x.json")))
        .hasMessageStartingWith("there is no invitation of a student");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"code": "Ada", "exercises": {}}                                           | a code has 12 hexadecimal digits
          {"exercises": {}}                                                          | a code has 12 hexadecimal digits
          {"code": "0123456789ab", "exercises": {"3.2": {"passed": true}}}           | an exercise is called as 03.2, got 3.2
          {"code": "0123456789ab", "exercises": {"03.2": {"passed": true, "minutes": -1}}} | a time is 0 minutes or more, got -1 for 03.2
          {"code": "0123456789ab", "exercises": {"03.2": {"minutes": 1}}}            | it is no JSON of a code and exercises
          {"code": "0123456789ab", "exercises": {"03.2": null}}                      | it is no JSON of a code and exercises
          {"code": "0123456789ab", "name": "Ada"}                                    | it is no JSON of a code and exercises
          null                                                                       | it is empty
          """)
  void another_file_is_refused_with_the_rule_that_it_breaks(String text, String rule) {
    assertThatThrownBy(() -> SharedProgress.parse("a.json", text))
        .hasMessage("a.json is not what progress share writes: " + rule);
  }
}
