package tapeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `%milestone` on the small course, where 6 is to be beaten by the sum of 1, 2 and 3.
class MilestoneMagicTest {
  @TempDir private Path folder;
  @AutoClose private NotebookCourse on;
  private MilestoneMagic magic;

  @BeforeEach
  void course() throws IOException {
    on = NotebookCourse.in(folder);
    write(
        "grader/laboratory/milestones/1-counting.md",
        """
        # 1202: Counting

        - **Needs** 01.1
        - **Number** the sum
        - **To beat** at least 6
        - **Question** How large is it?

        It was 1202.
        """);
    write(
        "grader/laboratory/src/main/java/tapeline/laboratory/milestone/Milestones.java",
        """
        package tapeline.laboratory.milestone;

        import java.nio.file.*;

        public final class Milestones {
          static void main(String[] args) throws Exception {
            var folder = Path.of(args[3]);
            Files.writeString(folder.resolve("picture.txt"), "a line that rises\\n");
            Files.writeString(folder.resolve("picture.png"), "drawn");
            double sum = count.Count.sum(new int[] {1, 2, 3});
            Files.writeString(folder.resolve("number.txt"), sum + "\\n");
          }
        }
        """);
    magic = new MilestoneMagic(on.room);
  }

  private void write(String file, String text) throws IOException {
    var path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private String said(String... arguments) {
    return NotebookCourse.text(magic.run(List.of(arguments), ""));
  }

  @Test
  void the_page_is_markdown_and_says_what_is_missing() {
    assertThat(said()).contains("milestone 1   1202  Counting").contains("locked: 01.1");
    var page = magic.run(List.of("1"), "");
    assertThat(String.valueOf(page.getData(MIMEType.TEXT_MARKDOWN)))
        .startsWith("It was 1202.\n")
        .contains("**To beat:** the sum, at least 6.")
        .contains("It waits for 1 of 1 exercises: 01.1 the sum.");
    assertThat(said("1", "NaN")).startsWith("Milestone 1 is locked.");
    assertThat(on.host.displayed).isEmpty();
  }

  @Test
  void it_runs_on_the_learners_answer_and_shows_its_picture_with_words() {
    on.exercise("01.1", "    return 6;");
    assertThat(said("1", "5.5")).isEqualTo("Milestone 1, 1202: reached.");
    assertThat(on.host.displayed).isNotEmpty();
    assertThat(on.host.displayed.getLast())
        .contains("alt=\"a line that rises\"")
        .contains("data:image/png;base64,");
    on.exercise("01.1", "    return 2;");
    assertThat(said("1", "NaN")).isEqualTo("Milestone 1, 1202: not reached.");
  }

  @Test
  void a_picture_without_its_words_costs_no_result() throws IOException {
    var program = "grader/laboratory/src/main/java/tapeline/laboratory/milestone/Milestones.java";
    on.edit(program, "\"picture.txt\"", "\"other.txt\"");
    assertThat(said("1", "NaN", "reference")).isEqualTo("Milestone 1, 1202: reached.");
    assertThat(on.host.displayed).isEmpty();
  }

  @Test
  void what_is_no_number_or_no_milestone_is_refused() {
    assertThatThrownBy(() -> said("1", "many"))
        .hasMessage("a prediction is a number, such as 0.9, got many");
    assertThatThrownBy(() -> said("2")).hasMessage("a milestone is a number from 1 to 1, got 2");
    assertThatThrownBy(() -> said("1", "2", "mine"))
        .hasMessageContaining("takes a number, a prediction, and the word `reference`");
  }
}
