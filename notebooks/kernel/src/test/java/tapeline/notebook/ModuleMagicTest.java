package tapeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tapeline.notebook.NotebookCourse.COUNT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.toolkit.Todo;

class ModuleMagicTest {
  @TempDir private Path folder;
  @AutoClose private NotebookCourse on;

  @BeforeEach
  void course() throws IOException {
    on = NotebookCourse.in(folder);
  }

  @Test
  void cells_use_the_learners_module_on_the_reference_below_it() throws Exception {
    on.edit(COUNT, on.region("01.1"), "    return 77;\n");
    assertThat(on.module("02"))
        .isEqualTo(
            "Cells use 02-ask from your files: 0 of 1 exercises begun; 01 by the reference.\n"
                + "The core path skips this module.");
    assertThat(on.host.sum(3, 4)).isEqualTo(7);
    assertThat(on.host.folders)
        .as("what the learner has, and behind it the reference of this module and of that below")
        .extracting(f -> f.getFileName().toString())
        .containsExactly("02-ask", "02-ask", "01-count");
    assertThat(on.host.sources)
        .as("what inspection reads: the toolkit, and the modules up to this one")
        .extracting(f -> on.root.relativize(f).getName(1).toString())
        .containsExactly("00-toolkit", "01-count", "02-ask");
  }

  @Test
  void mine_is_all_of_it_the_learners() throws Exception {
    on.edit(COUNT, on.region("01.1"), "    return 77;\n");
    assertThat(on.module("2 mine"))
        .isEqualTo(
            "Cells use 02-ask from your files: 0 of 1 exercises begun; 01 too.\n"
                + "The core path skips this module.");
    assertThat(on.host.sum(3, 4)).isEqualTo(77);
  }

  @Test
  void reference_is_none_of_it_the_learners() throws Exception {
    on.edit(COUNT, on.region("01.1"), "    return 77;\n");
    assertThat(on.module("01 reference"))
        .isEqualTo("Cells use the reference solution of 01-count, and of the modules below it.");
    assertThat(on.host.sum(3, 4)).isEqualTo(7);
    assertThat(on.host.call("count.Count", "largest", 3, 4)).isEqualTo(4);
  }

  @Test
  void an_exercise_after_the_reference_is_the_learners() throws Exception {
    on.module("01 reference");
    on.exercise("01.1", "    return 5;");
    assertThat(on.host.sum(3, 4)).isEqualTo(5);
  }

  @Test
  void said_again_it_takes_what_was_edited_elsewhere() throws Exception {
    on.module("01");
    on.module("01");
    assertThat(on.host.times).as("nothing is new").isEqualTo(1);
    on.edit(COUNT, on.region("01.1"), "    return 78; // by the IDE\n");
    on.host.lost = List.of("x");
    assertThat(on.module("01"))
        .isEqualTo(
            """
            Cells use 01-count from your files: 1 of 3 exercises begun.
            On the core path are 01.1, 01.3; the other exercises may be skipped.
            Run again the cells that set x: their classes are new.\
            """);
    assertThat(on.host.sum()).isEqualTo(78);
  }

  @Test
  void an_exercise_that_does_not_compile_stands_as_its_stub() throws Exception {
    on.edit(COUNT, on.region("01.1"), "    return tow;\n");
    on.edit(COUNT, on.region("01.3"), "    return 3;\n");
    assertThat(on.module("01"))
        .contains("2 of 3 exercises begun", "01.1 does not compile: cells use its stub.")
        .contains(COUNT + ":11\n", "return tow;");
    assertThat(on.module("01")).as("said again").contains("01.1 does not compile");
    assertThat(on.host.call("count.Count", "largest", 9)).isEqualTo(3);
    assertThatThrownBy(() -> on.host.sum())
        .hasRootCauseInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void an_error_outside_of_the_exercises_costs_those_of_its_file() throws Exception {
    on.edit(COUNT, "private Count() {}", "private Count() { int x = y; }");
    for (var module : List.of("01", "02 mine")) {
      assertThat(on.module(module))
          .contains(
              "exercises begun", "01.1 does not compile: cells use its stub.", COUNT + ":7\n");
    }
    assertThatThrownBy(() -> on.host.sum()).hasRootCauseInstanceOf(Todo.class);
  }

  @Test
  void wrong_arguments_are_named_with_what_is_right() {
    var magic = new ModuleMagic(on.room);
    assertThatThrownBy(() -> magic.run(List.of(), ""))
        .hasMessage("`%module` needs the number of a module: `%module 03`");
    assertThatThrownBy(() -> on.module("three"))
        .hasMessage("`%module` needs the number of a module, `%module 03`; got three");
    assertThatThrownBy(() -> on.module("07"))
        .hasMessage("there is no module 7; there are [01-count, 02-ask]");
    assertThatThrownBy(() -> on.module("01 yours"))
        .hasMessage(
            "Behind the number of a module stands `mine`, `reference` or nothing, got yours");
    assertThatThrownBy(() -> on.module("01 mine mine"))
        .hasMessageContaining("a number and one word");
  }
}
