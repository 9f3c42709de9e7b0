package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.generate.Generate;

class OwnFilesTest {
  private static final String COUNT = "src/main/java/count/Count.java";
  private static final String GIVEN = "src/main/java/count/Limits.java";
  private static final String BESIDE = "src/given/java/count/Bounds.java";

  @TempDir Path folder;
  private FixtureCourse fixture;

  @BeforeEach
  void give() throws IOException {
    fixture = FixtureCourse.in(folder);
    var solution = fixture.course().solution(fixture.course().module(1));
    Files.writeString(
        solution.resolve(GIVEN), "package count;\n\nfinal class Limits {\n  Limits() {}\n}\n");
    Files.createDirectories(solution.resolve("src/given/java/count"));
    Files.writeString(solution.resolve(BESIDE), "package count;\n\ninterface Bounds {}\n");
    Generate.write(fixture.course());
  }

  @Test
  void of_a_module_as_it_was_given_out_the_files_with_exercises_are_compiled() {
    assertThat(given().isOnReference()).isTrue();
    assertThat(given().sources().files()).containsExactly(learner(COUNT));
  }

  @Test
  void a_module_solved_like_the_reference_leaves_nothing_to_compile() throws IOException {
    fixture.solve("01.1", "01.2", "01.3");
    assertThat(given().sources().files()).isEmpty();
    assertThat(fixture.grade(1).exercises()).allMatch(e -> e.passed() == e.tests().size());
  }

  @Test
  void where_exceptions_name_lines_solved_files_are_compiled_and_given_ones_not()
      throws IOException {
    fixture.solve("01.1", "01.2", "01.3");
    var course = fixture.course();
    var module = course.module(1);
    var lined = Given.linedOnReference(course, module, course.learner(module));
    assertThat(lined.isOnReference()).isTrue();
    assertThat(lined.sources().files()).containsExactly(learner(COUNT));
  }

  @Test
  void a_file_of_the_learners_own_is_compiled_too() throws IOException {
    var mine = learner("src/main/java/count/Mine.java");
    Files.writeString(mine, "package count;\n\nclass Mine {}\n");
    assertThat(given().isOnReference()).isTrue();
    assertThat(given().sources().files()).containsExactly(learner(COUNT), mine);
  }

  @Test
  void an_import_more_changes_nothing_for_other_files() throws IOException {
    fixture.edit("01.1", "package count;\n", "package count;\n\nimport java.util.List;\n");
    assertThat(given().sources().files()).containsExactly(learner(COUNT));
  }

  @Test
  void a_change_outside_the_regions_has_all_files_compiled() throws IOException {
    fixture.edit("01.1", "private Count() {}", "static final int MORE = 2;\n  private Count() {}");
    assertThat(given().isOnReference()).isFalse();
    assertThat(given().sources().files())
        .containsExactly(learner(BESIDE), learner(COUNT), learner(GIVEN));
  }

  @ParameterizedTest
  @ValueSource(strings = {GIVEN, BESIDE})
  void a_change_of_a_file_without_exercises_has_all_files_compiled(String changed)
      throws IOException {
    Files.writeString(learner(changed), "package count;\n\nclass Other {}\n");
    assertThat(given().isOnReference()).isFalse();
    assertThat(given().sources().files())
        .containsExactly(learner(BESIDE), learner(COUNT), learner(GIVEN));
  }

  @Test
  void a_missing_file_is_not_replaced_by_the_reference_solution() throws IOException {
    Files.delete(learner(GIVEN));
    assertThat(given().isOnReference()).isFalse();
    assertThat(given().sources().files()).containsExactly(learner(BESIDE), learner(COUNT));
  }

  @Test
  void a_file_that_lost_its_markers_has_all_files_compiled() throws IOException {
    fixture.edit("01.2", "// BEGIN EXERCISE 01.2", "//");
    assertThat(given().isOnReference()).isFalse();
    assertThat(given().sources().files())
        .containsExactly(learner(BESIDE), learner(COUNT), learner(GIVEN));
  }

  @Test
  void an_exercise_beside_answers_need_not_be_run_again_with_the_others_solved()
      throws IOException {
    var first = ExerciseId.parse("01.1");
    fixture.solve("01.2", "01.3");
    assertThat(given().isSolvedBut(first)).as("01.1 beside two answers").isTrue();
    assertThat(given().isSolvedBut(ExerciseId.parse("01.2"))).as("01.2 beside a stub").isFalse();
    fixture.edit("01.1", "private Count() {}", "static final int MORE = 2;\n  private Count() {}");
    assertThat(given().isSolvedBut(first)).as("01.1 in a file that was changed").isFalse();
  }

  private Given given() {
    var course = fixture.course();
    var module = course.module(1);
    return Given.onReference(course, module, course.learner(module));
  }

  private Path learner(String file) {
    return fixture.course().learner(fixture.course().module(1)).resolve(file);
  }
}
