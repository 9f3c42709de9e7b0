package tapeline.grader.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Verdict;

class BlankTest {
  private static final String BUILT = "return java.util.stream.IntStream.of(values).sum();";

  @TempDir private Path folder;
  private FixtureCourse fixture;
  private Path file;
  private Path holes;

  @BeforeEach
  void copyTheCourse() throws IOException {
    fixture = FixtureCourse.in(folder);
    fixture.solve("01.1");
    file = fixture.file("01.1");
    holes = fixture.course().learner(fixture.course().module(1)).resolve("holes");
  }

  private void build(String body) throws IOException {
    fixture.edit("01.1", "throw new Todo(\"01\", \"sum\");", body);
  }

  @Test
  void an_exercise_is_not_started_until_its_body_is_built() throws IOException {
    Blank.begin(fixture.course(), "01");
    assertThat(fixture.grade(1).exercises())
        .extracting(ExerciseResult::verdict)
        .containsOnly(Verdict.NOT_STARTED);
    build(BUILT);
    assertThat(fixture.grade(1).exercises())
        .extracting(ExerciseResult::verdict)
        .containsExactly(Verdict.PASSED, Verdict.NOT_STARTED, Verdict.NOT_STARTED);
    fixture.edit("01.1", BUILT, "return 8;");
    var failed = fixture.gradeOnly("01.1");
    assertThat(failed.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(failed.note()).as("nothing about markers, of which there are none").isNull();
  }

  @Test
  void what_was_there_comes_back_and_what_was_built_stays_beside_it() throws IOException {
    Files.writeString(file, Files.readString(file).replace("\n", "\r\n"));
    var before = Files.readString(file);
    assertThat(Blank.begin(fixture.course(), "1").getFirst())
        .isEqualTo(
            "module 01-count is blank: 1 files have empty bodies, and what stood there is in"
                + " modules/01-count/holes");
    build(BUILT);
    var built = Files.readString(file);
    var helper = Files.writeString(file.resolveSibling("Own.java"), "package count; class Own {}");
    assertThat(Blank.begin(fixture.course(), "1"))
        .containsExactly("module 01-count is blank already; nothing was written");
    assertThat(Blank.end(fixture.course(), "1"))
        .hasSize(3)
        .last()
        .isEqualTo("module 01-count has its holes again, and your answers");
    assertThat(file).hasContent(before);
    assertThat(Files.readString(file)).as("byte for byte").isEqualTo(before);
    assertThat(file.resolveSibling("Count.java.mine")).hasContent(built);
    assertThat(helper).as("built beside, and unknown to the holes").doesNotExist();
    assertThat(file.resolveSibling("Own.java.mine")).exists();
    assertThat(Blank.end(fixture.course(), "1"))
        .containsExactly("module 01-count is not blank; nothing was written");
  }

  @Test
  void a_command_that_was_killed_is_run_again() throws IOException {
    var before = Files.readString(file);
    Files.createDirectories(holes.resolveSibling(".holes.new/src")); // killed among the copies
    Blank.begin(fixture.course(), "1");
    var empty = Files.readString(file);
    Files.writeString(file, before); // killed before this file was emptied
    Blank.begin(fixture.course(), "1");
    assertThat(file).hasContent(empty);
    Files.writeString(file, before); // killed when this one was back
    Blank.end(fixture.course(), "1");
    assertThat(file).hasContent(before);
    assertThat(file.resolveSibling("Count.java.mine")).doesNotExist();
    assertThat(holes).doesNotExist();
  }

  @Test
  void refusals_name_the_rule_and_change_nothing() throws IOException {
    var course = fixture.course();
    assertThatThrownBy(() -> Blank.begin(course, "7")).hasMessageContaining("no module 7");
    assertThatThrownBy(() -> Blank.end(course, "01.1"))
        .hasMessage("unblank needs the number of a module, like 05, got \"01.1\"");
    var before = Files.readString(file);
    Files.writeString(holes, "no folder"); // nothing can be moved to there
    assertThatThrownBy(() -> Blank.begin(course, "1"))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageStartingWith("cannot keep the files of ");
    assertThat(file).hasContent(before);
    Files.delete(holes);
    Blank.begin(course, "1");
    for (var what : new String[] {"1", "01.2"}) {
      assertThatThrownBy(() -> Reset.of(course, what, tapeline.grader.course.Front.NOTEBOOK))
          .hasMessageEndingWith("./tapeline unblank 01 brings back its holes and your answers");
    }
  }
}
