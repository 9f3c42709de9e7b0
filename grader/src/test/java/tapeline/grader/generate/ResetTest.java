package tapeline.grader.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tapeline.grader.generate.TestCourse.LEARNERS;
import static tapeline.grader.generate.TestCourse.STUBBED;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.Front;

class ResetTest {
  private static final String TODO_1 = "throw new Todo(\"03.1\", \"record\");";
  private static final String TODO_2 = "throw new Todo(\"03.2\", \"backward\");";
  private static final String INSTEAD =
      "so -Dreset=03.2 cannot find the exercise; -Dreset=03 resets the whole module,"
          + " and keeps your versions";

  @TempDir Path folder;
  TestCourse on;

  @BeforeEach
  void course() {
    on = TestCourse.in(folder);
    Generate.write(on.course());
  }

  private List<String> reset(String what) {
    return Reset.of(on.course(), what, Front.MAVEN);
  }

  @Test
  void an_exercise_gets_its_stub_and_nothing_else_changes() {
    on.edit(LEARNERS, TODO_1, "one();");
    on.edit(LEARNERS, TODO_2, "two();");
    on.edit(LEARNERS, "class FlatTape {", "final class FlatTape {");
    var mine = on.text(LEARNERS);
    assertThat(reset("03.2"))
        .containsExactly("03.2 is its stub again; your version is " + LEARNERS + ".mine");
    assertThat(on.text(LEARNERS)).isEqualTo(mine.replace("two();", TODO_2));
    assertThat(on.text(LEARNERS + ".mine")).as("the learner's whole version").isEqualTo(mine);
  }

  @Test
  void an_import_that_the_stub_needs_comes_back_with_it() {
    on.edit(LEARNERS, "import tapeline.toolkit.Todo;\n\n", "");
    on.edit(LEARNERS, TODO_1, "one();");
    on.edit(LEARNERS, TODO_2, "two();");
    reset("03.1");
    assertThat(on.text(LEARNERS))
        .as("an editor drops an import that nothing uses; the stub would not compile")
        .isEqualTo(STUBBED.replace(TODO_2, "two();"));
  }

  @Test
  void a_file_that_is_no_utf_8_stays_as_it_is() throws IOException {
    on.edit(LEARNERS, TODO_2, "two(); // \u00fc");
    var file = folder.resolve(LEARNERS);
    Files.write(file, on.text(LEARNERS).getBytes(StandardCharsets.ISO_8859_1));
    var before = Files.readAllBytes(file);
    assertThatThrownBy(() -> reset("03.2"))
        .hasMessageStartingWith(
            LEARNERS
                + ": the byte 0xFC is no UTF-8, and ü in Windows-1252: save it in that encoding");
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void a_byte_order_mark_is_no_difference() throws IOException {
    Files.writeString(folder.resolve(LEARNERS), "\uFEFF" + STUBBED);
    assertThat(reset("03.2")).containsExactly("03.2 is its stub already; nothing was written");
    assertThat(reset("03").getFirst()).contains("is as given already");
  }

  @Test
  void no_kept_version_is_ever_overwritten() {
    for (int i = 1; i <= 3; i++) {
      on.edit(LEARNERS, TODO_2, "version" + i + "();");
      var mine = i == 1 ? ".mine" : ".mine." + i;
      assertThat(reset("03.2")).last().asString().endsWith("FlatTape.java" + mine);
    }
    assertThat(on.text(LEARNERS + ".mine")).contains("version1();");
    assertThat(on.text(LEARNERS + ".mine.2")).contains("version2();");
    assertThat(on.text(LEARNERS + ".mine.3")).contains("version3();");
  }

  @Test
  void a_region_that_is_the_stub_is_left_alone() {
    on.edit(LEARNERS, TODO_1, "one();");
    var before = on.everything();
    assertThat(reset("03.2")).containsExactly("03.2 is its stub already; nothing was written");
    assertThat(on.everything()).isEqualTo(before);
  }

  @Test
  void line_ends_of_windows_stay() {
    on.edit(LEARNERS, "\n", "\r\n");
    assertThat(reset("03.2")).containsExactly("03.2 is its stub already; nothing was written");
    on.edit(LEARNERS, TODO_2, "two();\r\n    three();");
    var mine = on.text(LEARNERS);
    reset("03.2");
    assertThat(on.text(LEARNERS)).isEqualTo(STUBBED.replace("\n", "\r\n"));
    assertThat(on.text(LEARNERS + ".mine")).as("byte for byte").isEqualTo(mine);
  }

  @Test
  void broken_markers_are_named_with_their_line_and_the_way_out() {
    on.edit(LEARNERS, "    // END EXERCISE 03.2\n", "");
    var before = on.everything();
    assertThatThrownBy(() -> reset("03.2"))
        .hasMessage(LEARNERS + ":14: the region of 03.2 has no END\n" + INSTEAD);
    assertThat(on.everything()).isEqualTo(before);
  }

  @Test
  void a_missing_region_is_named_with_the_way_out_and_a_missing_file_comes_back() {
    on.write(LEARNERS, "class FlatTape {}\n");
    assertThatThrownBy(() -> reset("03.2"))
        .hasMessage(LEARNERS + " has no region // BEGIN EXERCISE 03.2\n" + INSTEAD);
    on.delete(LEARNERS);
    assertThat(reset("03.2")).containsExactly(LEARNERS + " was missing and is back");
    assertThat(on.text(LEARNERS)).isEqualTo(STUBBED);
  }

  @Test
  void a_module_becomes_what_was_generated_and_each_version_is_kept() {
    var mine = "modules/03-tape-reuse/src/main/java/tapeline/reuse/Mine.java";
    on.write(LEARNERS, "broken // BEGIN EXERCISE\n");
    on.delete("modules/03-tape-reuse/pom.xml");
    on.write(mine, "class Mine {}\n");
    assertThat(reset("3"))
        .containsExactly(
            "modules/03-tape-reuse/pom.xml was missing and is back",
            LEARNERS + " is as given again; your version is " + LEARNERS + ".mine");
    assertThat(on.text(LEARNERS)).isEqualTo(STUBBED);
    assertThat(on.text(LEARNERS + ".mine")).isEqualTo("broken // BEGIN EXERCISE\n");
    assertThat(on.text("modules/03-tape-reuse/pom.xml")).isEqualTo("<project/>\n");
    assertThat(on.text(mine)).isEqualTo("class Mine {}\n");
    assertThat(Generate.check(on.course()))
        .as("what is not generated is the learner's own file alone")
        .isEqualTo(new Generated(false, List.of(), List.of(mine)));
  }

  @Test
  void a_module_as_it_was_given_is_left_alone() {
    on.edit(LEARNERS, "\n", "\r\n");
    var before = on.everything();
    assertThat(reset("03"))
        .containsExactly("module 03-tape-reuse is as given already; nothing was written");
    assertThat(on.everything()).isEqualTo(before);
  }

  @Test
  void what_names_no_exercise_and_no_module_is_an_error_that_says_what_does() {
    assertThatThrownBy(() -> reset("tape"))
        .hasMessageContaining("an exercise is written like 03.2");
    assertThatThrownBy(() -> reset("7")).hasMessageContaining("there is no module 7");
    assertThatThrownBy(() -> reset("03.7")).hasMessageContaining("it has [03.1, 03.2]");
  }
}
