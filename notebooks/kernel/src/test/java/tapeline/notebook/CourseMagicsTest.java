package tapeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tapeline.notebook.NotebookCourse.COUNT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `%hint`, `%reset` and `%compare`, which are the terminal's.
class CourseMagicsTest {
  @TempDir private Path folder;
  @AutoClose private NotebookCourse on;

  @BeforeEach
  void course() throws IOException {
    on = NotebookCourse.in(folder);
  }

  @Test
  void hints_come_one_by_one_as_markdown() {
    var magic = new HintMagic(on.room);
    var first = magic.run(List.of("01.1"), "");
    assertThat(NotebookCourse.text(first))
        .isEqualTo(
            "01.1 the sum: hint 1 of 2\n\nStart with the sum of nothing.\n\n"
                + "The next hint: ask again with %hint 01.1");
    assertThat(String.valueOf(first.getData(MIMEType.TEXT_MARKDOWN)))
        .startsWith("**01.1 the sum: hint 1 of 2**\n")
        .contains("\nStart with the sum of nothing.\n");
    assertThat(NotebookCourse.text(magic.run(List.of("01.1"), ""))).contains("hint 2 of 2");
    assertThatThrownBy(() -> magic.run(List.of(), ""))
        .hasMessage("`%hint` needs the number of an exercise: `%hint 03.2`");
  }

  @Test
  void reset_puts_the_stub_into_file_and_cell_and_keeps_the_answer() {
    var stub = on.region("01.1");
    on.exercise("01.1", "    return 1;");
    assertThat(on.reset("01.1"))
        .isEqualTo("01.1 is its stub again; your version is " + COUNT + ".mine");
    assertThat(on.region("01.1")).isEqualTo(stub);
    assertThat(on.text(COUNT + ".mine")).contains("return 1;");
    assertThat(on.host.nextInput).isEqualTo("%%exercise 01.1\n" + stub.stripTrailing());
    assertThat(on.exercise("01.1", "    return 2;")).contains("is saved");
  }

  @Test
  void compare_waits_until_the_answer_has_passed() {
    assertThatThrownBy(() -> new CompareMagic(on.room).run(List.of("01.1"), ""))
        .hasMessageContaining("first %grade 01.1; for a hint: %hint 01.1");
    assertThatThrownBy(() -> new CompareMagic(on.room).run(List.of(), ""))
        .hasMessage("`%compare` needs the number of an exercise: `%compare 03.2`");
  }

  @Test
  void a_whole_module_is_reset_although_its_markers_are_lost() throws IOException {
    var given = on.text(COUNT);
    on.write(COUNT, "lost");
    assertThatThrownBy(() -> on.reset("01.1")).hasMessageContaining("%reset 01 resets the whole");
    assertThat(on.reset("01")).contains(COUNT + " is as given again", ".mine");
    assertThat(on.text(COUNT)).isEqualTo(given);
    assertThat(on.host.nextInput).isEmpty();
    assertThatThrownBy(() -> new ResetMagic(on.room).run(List.of(), ""))
        .hasMessageContaining("`%reset` needs the number of an exercise");
  }
}
