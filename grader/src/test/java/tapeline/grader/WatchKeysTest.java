package tapeline.grader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.generate.Reset;
import tapeline.grader.progress.ProgressBook;
import tapeline.grader.result.Grades;

/// The effects of the keys in the watch mode.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WatchKeysTest {
  @TempDir private Path folder;
  private FixtureCourse fixture;
  private WatchKeys keys;

  @BeforeEach
  void watchTheSmallCourse() throws IOException {
    fixture = FixtureCourse.in(folder);
    keys = new WatchKeys(fixture.course());
  }

  private void grade() {
    keys.graded(new Grades(Instant.EPOCH, "25", 1, List.of(fixture.grade(1))));
  }

  private List<String> press(String key) {
    return keys.press(key).orElseThrow();
  }

  @Test
  void keys_are_about_the_next_exercise() throws IOException {
    fixture.solve("01.1");
    grade();
    assertThat(press("h"))
        .startsWith("01.2 the mean: hint 1 of 2")
        .endsWith("The next hint: ask again with h");
    assertThat(press("n").getFirst())
        .isEqualTo("01.2 in modules/01-count/src/main/java/count/Count.java:21");
    assertThat(press("n")).anyMatch(line -> line.contains("TODO 01.2"));
    assertThat(press("l")).anyMatch(line -> line.contains("01-count"));
    assertThat(press("x")).containsExactly("there is no key x");
    assertThat(press("")).isEmpty();
    assertThat(keys.press("q")).isEmpty();
  }

  @Test
  void the_next_exercise_is_shown_with_the_answer_that_stands_there() throws IOException {
    fixture.write("01.1", "    return 1;");
    grade();
    assertThat(press("n"))
        .satisfiesExactly(
            place -> assertThat(place).startsWith("01.1 in modules/01-count/"),
            todo -> assertThat(todo).startsWith("    // TODO 01.1"),
            answer -> assertThat(answer).isEqualTo("    return 1;"));
  }

  @Test
  void a_reset_is_asked_for_twice() throws IOException {
    fixture.write("01.1", "    return 1;");
    grade();
    assertThat(press("r"))
        .containsExactly("r again puts the stub of 01.1 back; your version stays beside it");
    assertThat(press("h")).isNotEmpty();
    press("r");
    assertThat(Files.readString(fixture.file("01.1"))).contains("return 1;");
    assertThat(press("r").getFirst()).startsWith("01.1 is its stub again");
    assertThat(Files.readString(fixture.file("01.1"))).doesNotContain("return 1;");
  }

  @Test
  void what_was_reset_is_next_in_the_list_too() throws IOException {
    fixture.solve("01.1");
    fixture.solve("01.3");
    var grades = new Grades(Instant.EPOCH, "25", 1, List.of(fixture.grade(1)));
    new ProgressBook(fixture.course(), _ -> {}).record(grades);
    assertThat(press("l")).anyMatch(line -> line.startsWith("next: 01.2 "));
    Reset.exercise(fixture.course(), ExerciseId.parse("01.1"), Front.MAVEN);
    assertThat(press("l")).anyMatch(line -> line.startsWith("next: 01.1 "));
    grade();
    assertThat(press("n").getFirst()).startsWith("01.1 in ");
  }

  @Test
  void letters_and_saves_come_in_their_order_and_the_end_of_input_ends_nothing()
      throws IOException {
    var input = new ByteArrayInputStream("h\n Q \n".getBytes(StandardCharsets.UTF_8));
    try (var watch = new Watch(List.of(folder.resolve("modules")));
        var events = new WatchEvents(watch, input)) {
      assertThat(events.next()).isEqualTo(new WatchEvents.Key("h"));
      assertThat(events.next()).isEqualTo(new WatchEvents.Key("q"));
      fixture.write("01.1", "    return 1;");
      assertThat(events.next()).isEqualTo(new WatchEvents.Save("Count.java"));
    }
  }
}
