package tapeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tapeline.notebook.NotebookCourse.COUNT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.Lock;
import tapeline.toolkit.Todo;

class ExerciseMagicTest {
  private static final String ONE = "    return 1;";
  private static final String TWO = "    return 2;";

  @TempDir private Path folder;
  @AutoClose private NotebookCourse on;

  @BeforeEach
  void course() throws IOException {
    on = NotebookCourse.in(folder);
  }

  private String stub() {
    return on.region("01.1");
  }

  @Test
  void a_cell_goes_into_the_stubs_place_and_cells_use_it() throws Exception {
    var before = on.text(COUNT);
    var stub = stub();
    assertThat(on.exercise("01.1", "    return values.length;"))
        .isEqualTo("01.1 is saved in `" + COUNT + "`, and cells use it. `%grade 01.1` checks it.");
    assertThat(on.text(COUNT)).isEqualTo(before.replace(stub, "    return values.length;\n"));
    assertThat(on.host.sum(7, 7, 7)).isEqualTo(3);
  }

  @Test
  void run_again_after_an_edit_it_replaces_what_the_notebook_wrote() throws Exception {
    on.exercise("01.1", ONE);
    on.restart();
    assertThat(on.exercise("01.1", TWO)).as("after a restart too").contains("is saved in");
    assertThat(on.region("01.1")).isEqualTo(TWO + "\n");
    assertThat(on.host.sum()).isEqualTo(2);
  }

  @Test
  void a_cell_that_says_what_the_file_says_writes_nothing_and_is_used() throws Exception {
    on.edit(COUNT, stub(), ONE + "\n");
    var time = Files.getLastModifiedTime(on.root.resolve(COUNT));
    assertThat(on.exercise("01.1", ONE + "\n\n")).startsWith("01.1 is as in `" + COUNT + "`");
    assertThat(Files.getLastModifiedTime(on.root.resolve(COUNT))).isEqualTo(time);
    assertThat(on.host.sum()).isEqualTo(1);
    assertThat(on.exercise("01.1", TWO)).as("it was seen, so it may be replaced").contains("saved");
  }

  @Test
  void nothing_new_is_not_compiled_again() {
    on.exercise("01.1", ONE);
    on.exercise("01.1", ONE);
    assertThat(on.host.times).isEqualTo(1);
  }

  @Test
  void a_file_edited_elsewhere_stays_and_both_ways_on_are_named() throws IOException {
    on.exercise("01.1", "    int a = 1;\n    return a;");
    on.edit(COUNT, "int a = 1;", "int a = 3; // by the IDE");
    var there = on.text(COUNT);
    var answer = on.exercise("01.1", "    int a = 1;\n    return a + 1;");
    assertThat(answer)
        .isEqualTo(
            """
            Nothing was written: `%s` holds a version of 01.1 that this notebook has not seen.
                - in the file, + in the cell
                -     int a = 3; // by the IDE
                -     return a;
                +     int a = 1;
                +     return a + 1;
            `%%pull 01.1` in a new cell shows the file's version; `%%%%exercise 01.1 overwrite` as this \
            cell's first line saves the cell's, and keeps the file's beside it.\
            """
                .formatted(COUNT));
    assertThat(on.text(COUNT)).isEqualTo(there);
  }

  @Test
  void overwrite_saves_the_cell_and_keeps_the_file_beside() throws Exception {
    on.edit(COUNT, stub(), "    return 3; // by the IDE\n");
    var there = on.text(COUNT);
    assertThat(on.exercise("01.1 overwrite", ONE))
        .contains("The file as it was is kept as `" + COUNT + ".mine`", "01.1 is saved");
    assertThat(on.text(COUNT + ".mine")).isEqualTo(there);
    assertThat(on.host.sum()).isEqualTo(1);
    assertThat(on.exercise("01.1", TWO)).as("the notebook's own now").contains("is saved");
  }

  @Test
  void overwrite_over_what_the_notebook_wrote_needs_no_copy() {
    on.exercise("01.1", ONE);
    assertThat(on.exercise("01.1 overwrite", TWO)).doesNotContain("kept");
    assertThat(on.root.resolve(COUNT + ".mine")).doesNotExist();
  }

  @Test
  void a_pulled_version_has_been_seen() throws IOException {
    on.edit(COUNT, stub(), "    return 3; // by the IDE\n");
    assertThat(on.pull("01.1")).contains("01.1 as it is in `" + COUNT + "`");
    assertThat(on.host.nextInput).isEqualTo("%%exercise 01.1\n    return 3; // by the IDE");
    assertThat(on.host.replaced).isTrue();
    assertThat(on.exercise("01.1", "    return 4;")).contains("is saved in");
  }

  @Test
  void a_version_that_was_only_shown_is_kept_beside() throws IOException {
    on.exercise("01.1", ONE);
    on.edit(COUNT, ONE, "    return 3; // by the IDE");
    var there = on.text(COUNT);
    on.pull("01.1");
    assertThat(on.exercise("01.1", ONE)).as("the old cell, run again").contains("kept as");
    assertThat(on.text(COUNT + ".mine")).isEqualTo(there);
  }

  @Test
  void a_pulled_version_that_a_cell_has_held_needs_no_copy() throws IOException {
    on.edit(COUNT, stub(), ONE + "\n");
    on.pull("01.1");
    on.exercise("01.1", ONE);
    on.pull("01.1");
    assertThat(on.exercise("01.1", TWO)).contains("is saved in").doesNotContain("kept");
  }

  @Test
  void what_cannot_be_remembered_is_shown_all_the_same() throws IOException {
    Files.createDirectories(on.root.resolve("notebooks/.progress.json/full"));
    assertThat(on.pull("01.2")).contains("01.2 as it is in");
    assertThat(on.printed).asString().contains("The notebook will ask before it writes 01.2 again");
  }

  @Test
  void a_cell_waits_for_another_notebooks() throws Exception {
    var before = stub();
    Thread other;
    try (var _ = Lock.on(on.root.resolve("grader/target/exercise.lock"))) {
      other = Thread.ofPlatform().start(() -> on.exercise("01.1", ONE));
      while (other.isAlive() && other.getState() != Thread.State.WAITING) {
        Thread.sleep(1);
      }
      on.edit(COUNT, "throw new Todo(\"01.2\", \"mean\");", "return 0; // the other's");
      assertThat(on.region("01.1")).as("meanwhile").isEqualTo(before);
    }
    other.join();
    assertThat(on.text(COUNT)).contains(ONE, "return 0; // the other's");
  }

  @Test
  void a_stub_is_not_started_and_no_error() {
    assertThat(on.exercise("01.1", stub()))
        .isEqualTo(
            """
            not started: 01.1 (the sum). Write your answer in this cell and run it; `%%hint 01.1` helps.
            Around this cell, in `%s`:
                public static int sum(int[] values) {
                  // this cell
                }\
            """
                .formatted(COUNT));
    assertThat(on.host.times).as("other classes of the module are there").isEqualTo(1);
  }

  @Test
  void a_stub_never_replaces_an_answer_even_one_of_the_notebooks() throws Exception {
    var stub = stub();
    on.exercise("01.1", ONE);
    assertThat(on.exercise("01.1", stub))
        .isEqualTo(
            "This cell is as given, and `"
                + COUNT
                + "` holds an answer to 01.1, which stays, and cells use it."
                + " `%pull 01.1` in a new cell shows it.");
    assertThat(on.region("01.1")).isEqualTo(ONE + "\n");
    assertThat(on.exercise("01.1", TWO)).as("it is still the notebook's own").contains("is saved");
    assertThat(on.exercise("01.1 overwrite", stub)).contains("kept as");
    assertThat(on.region("01.1")).isEqualTo(stub);
    assertThat(on.text(COUNT + ".mine")).contains(TWO);
  }

  @Test
  void what_does_not_compile_is_saved_told_by_the_cells_lines_and_not_used() throws Exception {
    on.exercise("01.1", ONE);
    var answer = on.exercise("01.1", "    int two = 2;\n    return tow;");
    assertThat(answer)
        .isEqualTo(
            """
            01.1 is saved in `%s`, and does not compile; cells use the version before.
                line 3 of this cell
                      return tow;
                             ^
                  cannot find symbol
                    symbol:   variable tow
                    location: class count.Count\
            """
                .formatted(COUNT));
    assertThat(on.region("01.1")).contains("tow");
    assertThat(on.host.sum()).isEqualTo(1);
    assertThat(on.exercise("01.1", TWO)).contains("cells use it");
    assertThat(on.host.sum()).isEqualTo(2);
  }

  @Test
  void the_caret_stands_below_the_error_in_a_line_with_tabs() {
    assertThat(on.exercise("01.1", "\t\treturn tow;"))
        .contains("\n      \t\treturn tow;\n      \t\t       ^");
  }

  @Test
  void an_error_elsewhere_in_the_file_is_told_by_the_files_line() throws IOException {
    on.edit(COUNT, "private Count() {}", "private Count() { int x = y; }");
    assertThat(on.exercise("01.1", ONE))
        .contains("does not compile", COUNT + ":7\n", "private Count() { int x = y; }");
    assertThatThrownBy(() -> on.host.call("count.Count", "sum", 1))
        .as("cells use the file as it was given")
        .hasRootCauseInstanceOf(Todo.class);
  }

  @Test
  void another_exercise_that_does_not_compile_does_not_stop_this_one() throws Exception {
    on.exercise("01.2", "    return nothing;");
    assertThat(on.exercise("01.1", ONE))
        .contains(
            "01.1 is saved",
            "cells use it",
            "01.2 does not compile (`" + COUNT + ":17`): cells use its stub.")
        .doesNotContain("nothing");
    assertThat(on.host.sum()).isEqualTo(1);
    assertThat(on.exercise("01.2", "    return 0.5;")).contains("cells use it");
    assertThat(on.host.call("count.Count", "mean", 1)).isEqualTo(0.5);
  }

  @Test
  void only_the_first_errors_are_shown() {
    assertThat(on.exercise("01.1", "    a1();\n".repeat(7) + "    return 1;"))
        .contains("and 2 more");
  }

  @Test
  void variables_that_lost_their_value_are_named() {
    on.host.lost = List.of("x", "tape");
    assertThat(on.exercise("01.1", ONE))
        .endsWith("Run again the cells that set x, tape: their classes are new.");
  }

  @Test
  void an_exercise_of_another_module_switches_to_it() {
    on.module("01");
    assertThat(on.exercise("02.1", "    return value > 100;")).contains("02.1 is saved");
    assertThat(on.room.classes().current()).extracting(v -> v.module()).isEqualTo(2);
    assertThat(on.host.folders).hasSize(3);
  }

  @Test
  void line_ends_of_windows_stay() throws IOException {
    on.edit(COUNT, "\n", "\r\n");
    var before = on.text(COUNT);
    on.exercise("01.1", "    int a = 1;\n    return a;");
    assertThat(on.text(COUNT)).contains("    int a = 1;\r\n    return a;\r\n");
    assertThat(on.text(COUNT).replace("\r\n", "")).doesNotContain("\n");
    assertThat(before).contains("\r\n");
  }

  @Test
  void an_import_that_the_cell_needs_comes_back() throws IOException {
    on.edit(COUNT, "import tapeline.toolkit.Todo;\n", "");
    on.edit(COUNT, "throw new Todo(\"01.2\", \"mean\");", "return 0;");
    on.edit(COUNT, "throw new Todo(\"01.3\", \"largest\");", "return 0;");
    on.edit(COUNT, "throw new Todo(\"01.1\", \"sum\");", "return 0;");
    on.pull("01.1");
    assertThat(on.exercise("01.1", "    throw new Todo(\"01.1\", \"half done\");"))
        .contains("cells use it");
  }

  @Test
  void an_empty_cell_writes_nothing() {
    var before = on.text(COUNT);
    assertThatThrownBy(() -> on.exercise("01.1", " \n\n"))
        .isInstanceOf(NotebookException.class)
        .hasMessage(
            "The cell is empty, so nothing was written. `%pull 01.1` in a new cell shows what is in "
                + COUNT
                + ".");
    assertThat(on.text(COUNT)).isEqualTo(before);
  }

  @Test
  void a_marker_in_the_cell_is_refused() {
    var before = on.text(COUNT);
    for (var marker :
        List.of("// END EXERCISE 01.1", "// BEGIN EXERCISE 01.9", "//BEGIN SOLUTION 1")) {
      assertThatThrownBy(() -> on.exercise("01.1", ONE + "\n    " + marker))
          .as(marker)
          .isInstanceOf(NotebookException.class)
          .hasMessageContaining("a line that reads as a BEGIN or END marker");
    }
    assertThatThrownBy(() ->
            on.exercise("01.1", ONE + "\n// END EXERCISE 01.1\n  }\n// BEGIN EXERCISE 01.8\n"))
        .isInstanceOf(NotebookException.class);
    assertThat(on.text(COUNT)).isEqualTo(before);
  }

  @Test
  void wrong_arguments_are_named_with_what_is_right() {
    var magic = new ExerciseMagic(on.room);
    assertThatThrownBy(() -> magic.run(List.of(), ONE))
        .hasMessage("`%%exercise` needs the number of an exercise: `%%exercise 03.2`");
    assertThatThrownBy(() -> on.exercise("one", ONE)).hasMessageContaining("is written like 03.2");
    assertThatThrownBy(() -> on.exercise("01.9", ONE))
        .hasMessageContaining("it has [01.1, 01.2, 01.3]");
    assertThatThrownBy(() -> on.exercise("07.1", ONE)).hasMessageContaining("there is no module 7");
    assertThatThrownBy(() -> on.exercise("01.1 force", ONE))
        .hasMessage("Behind the number of an exercise stands `overwrite` or nothing, got force");
  }

  @Test
  void lost_markers_are_named_with_the_way_back() throws IOException {
    on.edit(COUNT, "    // END EXERCISE 01.1\n", "");
    assertThatThrownBy(() -> on.exercise("01.1", ONE))
        .hasMessageContaining("01.1 is still open")
        .hasMessageEndingWith("%reset 01 resets the whole module, and keeps your versions");
    on.write(COUNT, "class Count {}\n");
    assertThatThrownBy(() -> on.exercise("01.1", ONE))
        .hasMessageContaining("has no region // BEGIN EXERCISE 01.1");
    Files.delete(on.root.resolve(COUNT));
    assertThatThrownBy(() -> on.exercise("01.1", ONE)).hasMessageContaining("is missing");
  }

  @Test
  void a_file_that_cannot_be_written_stays_whole() throws IOException {
    var before = on.text(COUNT);
    var path = on.root.resolve(COUNT);
    var unfinished = ".Count.java.%d.new".formatted(ProcessHandle.current().pid());
    Files.createDirectories(path.resolveSibling(unfinished).resolve("full"));
    assertThatThrownBy(() -> on.exercise("01.1", ONE))
        .isInstanceOf(NotebookException.class)
        .hasMessageStartingWith("Nothing was saved: cannot write ")
        .hasMessageContaining(": java.nio.file.");
    assertThat(on.text(COUNT)).isEqualTo(before);
  }

  @Test
  void a_cell_of_a_hundred_kilobytes_is_saved() {
    var body = "    // a line of the learner's own notes\n".repeat(2500) + ONE;
    assertThat(on.exercise("01.1", body)).contains("is saved");
    assertThat(on.region("01.1")).isEqualTo(body + "\n");
  }
}
