package tapeline.grader.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;

class MilestoneTest {
  private static final String PAGE =
      """
      # 1958: The perceptron

      - **Needs** 01.1, 01.4
      - **Number** share that is right
      - **To beat** at least 0.9
      - **Question** How large is it?

      It was 1958.
      """;

  @TempDir private Path root;

  @Test
  void a_page_says_what_is_needed_asked_and_to_be_beaten() {
    var m = Milestone.parse("1-perceptron", PAGE);
    assertThat(m.number()).isEqualTo(1);
    assertThat(m.year()).isEqualTo(1958);
    assertThat(m.title()).isEqualTo("The perceptron");
    assertThat(m.needs()).containsExactly(new ExerciseId(1, 1), new ExerciseId(1, 4));
    assertThat(m.quantity()).isEqualTo("share that is right");
    assertThat(m.goal()).isEqualTo(new Milestone.Goal(true, 0.9));
    assertThat(m.question()).isEqualTo("How large is it?");
    assertThat(m.rows()).isEmpty();
    assertThat(m.story()).isEqualTo("It was 1958.");
  }

  @Test
  void a_goal_is_a_least_or_a_most_and_nan_reaches_none() {
    var least = new Milestone.Goal(true, 0.9);
    assertThat(least.isReachedBy(0.9)).isTrue();
    assertThat(least.isReachedBy(0.89)).isFalse();
    assertThat(least.isReachedBy(Double.NaN)).isFalse();
    assertThat(least.isBetter(0.8, 0.7)).isTrue();
    var most = new Milestone.Goal(false, 3);
    assertThat(most).hasToString("at most 3");
    assertThat(most.isReachedBy(3)).isTrue();
    assertThat(most.isReachedBy(3.1)).isFalse();
    assertThat(most.isReachedBy(Double.NaN)).isFalse();
    assertThat(most.isBetter(2, 2.5)).isTrue();
  }

  @Test
  void what_is_missing_on_a_page_is_named() {
    assertFault("1-a", PAGE.replace("# 1958:", "# then:"), "its first line reads # 1958: title");
    assertFault("1-a", PAGE.replace("**Needs**", "**Need**"), "a line begins with - **Needs**");
    assertFault(
        "1-a",
        PAGE.replace("at least", "above"),
        "what is to be beaten reads at least 0.9, or at most 0.9");
    assertFault("perceptron", PAGE, "its file is called 1-perceptron.md or so");
  }

  private static void assertFault(String name, String page, String rule) {
    assertThatThrownBy(() -> Milestone.parse(name, page))
        .hasMessage("grader/laboratory/milestones/%s.md: %s".formatted(name, rule));
  }

  @Test
  void milestones_are_found_by_number_and_others_refused() throws IOException {
    var course = new Course(root, List.of());
    assertThat(Milestone.all(course)).isEmpty();
    write("1-perceptron", PAGE);
    write("2-xor", PAGE.replace("1958: The perceptron", "1969: XOR"));
    assertThat(Milestone.of(course, "2").title()).isEqualTo("XOR");
    for (var wrong : List.of("0", "3", "1969", "two", "")) {
      assertThatThrownBy(() -> Milestone.of(course, wrong))
          .hasMessage("a milestone is a number from 1 to 2, got " + wrong);
    }
    write("4-later", PAGE);
    assertThatThrownBy(() -> Milestone.all(course))
        .hasMessage("milestones count from 1 without a gap: 3 is missing before 4-later");
  }

  private void write(String name, String page) throws IOException {
    var folder = Files.createDirectories(root.resolve("grader/laboratory/milestones"));
    Files.writeString(folder.resolve(name + ".md"), page);
  }

  @Test
  void a_prediction_is_a_number_or_nothing() {
    assertThat(Milestone.prediction("0.75")).isEqualTo(0.75);
    assertThat(Milestone.prediction(" ")).isNaN();
    assertThat(Milestone.prediction("NaN")).isNaN();
    assertThatThrownBy(() -> Milestone.prediction("0,75"))
        .hasMessage("a prediction is a number, such as 0.9, got 0,75");
  }

  @Test
  void the_courses_own_pages_name_exercises_that_exist_and_sources() {
    var course = Course.at(FixtureCourse.projectRoot());
    var all = Milestone.all(course);
    assertThat(all).hasSize(7);
    for (var m : all) {
      m.needs().forEach(id -> assertThat(course.module(id.module()).exercise(id)).isNotNull());
      assertThat(m.needs()).as(m.name()).isSorted().doesNotHaveDuplicates();
      assertThat(m.story()).as(m.name()).contains("Sources: ");
    }
    assertThat(all.stream().map(Milestone::year)).startsWith(1958, 1969, 1986, 1998, 2017, 2018);
  }
}
