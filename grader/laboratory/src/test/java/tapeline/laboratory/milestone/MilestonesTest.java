package tapeline.laboratory.milestone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.toolkit.Todo;

@Needs(Need.FONTS)
class MilestonesTest {
  private static final double LITTLE = 0.05;

  @TempDir private Path folder;

  private double number(int milestone, double effort) {
    var drawing = new Drawing(folder);
    double number = Milestones.program(milestone).run(drawing, effort);
    drawing.draw();
    assertThat(folder.resolve("picture.png")).exists();
    assertThat(folder.resolve("picture.txt")).content().startsWith("Chart \"").endsWith(".\n");
    return number;
  }

  @Test
  void a_perceptron_finds_fives() {
    assertThat(number(1, 0.2)).isBetween(0.85, 1.0);
  }

  @Test
  void a_perceptron_has_three_rows_of_xor_right_at_most() {
    assertThat(number(2, 1)).isEqualTo(3);
    assertThat(XorLimit.bestLine()).isEqualTo(3);
  }

  @Test
  void a_hidden_layer_learns_xor() {
    assertThat(BackPropagation.xor(new Drawing(folder), 3000)).isEqualTo(4);
    assertThat(BackPropagation.xor(new Drawing(folder), 1)).isLessThan(4);
  }

  @Test
  void a_hidden_layer_and_convolutions_read_digits() {
    assertThat(number(3, 0.15)).as("by back-propagation").isBetween(0.8, 1.0);
    assertThat(number(4, 0.2)).as("by convolutions").isBetween(0.8, 1.0);
  }

  @Test
  void attention_learns_more_than_how_often_characters_come() throws IOException {
    assertThat(number(5, LITTLE)).isBetween(2.0, 3.0);
    assertThat(Files.readString(folder.resolve("picture.txt"))).contains("counting pairs is at");
  }

  @Test
  void another_number_is_no_milestone() {
    assertThatThrownBy(() -> Milestones.program(7))
        .hasMessage("a milestone with a program has a number from 1 to 6, got 7");
  }

  @Test
  void what_a_module_throws_ends_the_run_without_a_number() {
    assertNoNumber((_, _) -> Double.NaN);
    assertNoNumber((_, _) -> {
      throw new Todo("01.6", "backward");
    });
    assertNoNumber((_, _) -> {
      throw new NoSuchMethodError("Tape.backward");
    });
    assertNoNumber(MilestonesTest::endless);
  }

  private void assertNoNumber(MilestoneProgram program) {
    int code = Milestones.run(program, "share", "0.5", new Drawing(folder), 1);
    assertThat(code).isEqualTo(1);
    assertThat(folder.resolve("number.txt")).doesNotExist();
  }

  @SuppressWarnings("InfiniteRecursion") // as a learner's module may have it
  private static double endless(Drawing drawing, double effort) {
    return endless(drawing, effort);
  }

  @Test
  void a_number_is_left_for_who_started_the_run() {
    int code = Milestones.run((_, _) -> 0.75, "share", "NaN", new Drawing(folder), 1);
    assertThat(code).isZero();
    assertThat(folder.resolve("number.txt")).content().isEqualTo("0.75\n");
  }

  @Test
  void numbers_that_are_not_finite_are_no_points_and_none_is_no_picture() {
    var drawing = new Drawing(folder);
    drawing.begin("Losses", "steps", "loss");
    drawing.level("a bound", 1);
    drawing.add("wrong", 0, Double.NaN);
    drawing.draw();
    assertThat(folder.resolve("picture.png")).doesNotExist();
    drawing.add("right", 2, 0.5);
    drawing.add("right", 1, 4);
    drawing.add("right", 3, Double.POSITIVE_INFINITY);
    drawing.draw();
    assertThat(folder.resolve("picture.png")).exists();
    assertThat(drawing.words())
        .isEqualTo("Chart \"Losses\": loss by steps; right goes from 4 to 0.500, a bound is at 1.");
  }
}
