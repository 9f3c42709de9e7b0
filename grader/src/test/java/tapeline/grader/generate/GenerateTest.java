package tapeline.grader.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tapeline.grader.generate.TestCourse.LEARNERS;
import static tapeline.grader.generate.TestCourse.SOLUTION;
import static tapeline.grader.generate.TestCourse.STUBBED;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.MarkerException;

class GenerateTest {
  private static final String POM = "modules/03-tape-reuse/pom.xml";

  @TempDir Path folder;
  TestCourse on;

  @BeforeEach
  void course() {
    on = TestCourse.in(folder);
  }

  private Generated write() {
    return Generate.write(on.course());
  }

  private Generated check() {
    return Generate.check(on.course());
  }

  @Test
  void a_file_with_regions_is_written_stubbed_and_others_are_copied() {
    on.writeBytes("solutions/03-tape-reuse/data/x.bin", new byte[] {0, 13, 10, -1});
    write();
    assertThat(on.text(LEARNERS)).isEqualTo(STUBBED);
    assertThat(on.text(POM)).isEqualTo("<project/>\n");
    assertThat(on.path("modules/03-tape-reuse/data/x.bin"))
        .as("bytes with a NUL are no text: their 13 10 is no line end")
        .hasBinaryContent(new byte[] {0, 13, 10, -1});
  }

  @Test
  void a_script_is_stubbed_without_an_import() {
    on.write(
        "solutions/03-tape-reuse/run.sh",
        """
        # BEGIN SOLUTION 03.9 "run" 5 points
        java Main
        # STUB echo "new Todo(03.9)"
        # END SOLUTION
        """);
    write();
    assertThat(on.text("modules/03-tape-reuse/run.sh"))
        .isEqualTo("# BEGIN EXERCISE 03.9\necho \"new Todo(03.9)\"\n# END EXERCISE 03.9\n");
  }

  @Test
  void the_readme_gets_a_table_of_exercises_with_their_total() {
    on.edit(SOLUTION, "\"record\" 10", "\"a|b\" 10");
    write();
    assertThat(on.text("modules/03-tape-reuse/README.md"))
        .isEqualTo(
            """
            # Tape

            | Exercise | What | Points | File |
            |---|---|---:|---|
            | 03.1 | a\\|b | 10 | [FlatTape.java](src/main/java/tapeline/reuse/FlatTape.java) |
            | 03.2 | backward | 20 | [FlatTape.java](src/main/java/tapeline/reuse/FlatTape.java) |
            | | **total** | **30** | |

            End.
            """);
  }

  @Test
  void markdown_may_show_markers() {
    on.write("solutions/03-tape-reuse/NOTES.md", "// BEGIN SOLUTION 03.2\n");
    write();
    assertThat(on.text("modules/03-tape-reuse/NOTES.md")).isEqualTo("// BEGIN SOLUTION 03.2\n");
  }

  @Test
  void build_output_and_hidden_files_are_skipped_but_not_a_package_named_target() {
    on.write("solutions/03-tape-reuse/target/classes/A.class", "x");
    on.write("solutions/03-tape-reuse/.idea/x.xml", "x");
    on.write("solutions/03-tape-reuse/src/.hidden", "x");
    on.write("solutions/03-tape-reuse/src/main/java/tapeline/target/T.java", "class T {}\n");
    write();
    assertThat(on.everything().keySet())
        .filteredOn(name -> name.startsWith("modules/"))
        .containsExactly(
            "modules/.generated.sha256",
            "modules/03-tape-reuse/README.md",
            POM,
            LEARNERS,
            "modules/03-tape-reuse/src/main/java/tapeline/target/T.java");
  }

  @Test
  void the_manifest_is_in_the_format_of_sha256sum_sorted_by_path() {
    write();
    var lines = on.text("modules/.generated.sha256").lines().toList();
    assertThat(lines).extracting(l -> l.substring(66)).isSorted().hasSize(3);
    assertThat(lines)
        .as("printf '<project/>\\n' | sha256sum")
        .contains("23c641491ed3afc91ac54bc0a15a9d28fb4de851870b5a4bc0ebb52a41567e53  " + POM);
  }

  @Test
  void a_second_generation_changes_nothing() {
    write();
    var before = on.everything();
    assertThat(write().changes()).isEmpty();
    assertThat(check().isUpToDate()).isTrue();
    assertThat(on.everything()).isEqualTo(before);
  }

  @Test
  void a_change_of_the_solution_reaches_a_file_that_nobody_edited() {
    write();
    on.edit(SOLUTION, "Which way?", "Forward or back?");
    assertThat(write().lines())
        .containsExactly("written: " + LEARNERS, "written: modules/.generated.sha256");
    assertThat(on.text(LEARNERS)).isEqualTo(STUBBED.replace("Which way?", "Forward or back?"));
  }

  @Test
  void an_edited_file_is_kept_whatever_happens_to_its_solution() {
    write();
    on.edit(LEARNERS, "throw new Todo(\"03.2\", \"backward\");", "mine();");
    var mine = on.text(LEARNERS);
    on.edit(SOLUTION, "Which way?", "Forward or back?");
    for (int again = 0; again < 2; again++) {
      assertThat(write().lines()).containsExactly("kept (edited): " + LEARNERS);
      assertThat(on.text(LEARNERS)).isEqualTo(mine);
    }
  }

  @Test
  void an_edit_taken_back_is_no_edit_and_the_file_is_brought_up_to_date() {
    write();
    on.edit(LEARNERS, "Which way?", "?");
    on.edit(SOLUTION, "Which way?", "Forward or back?");
    write();
    on.write(LEARNERS, STUBBED);
    write();
    assertThat(on.text(LEARNERS)).contains("Forward or back?");
  }

  @Test
  void a_file_that_no_generation_wrote_is_never_overwritten() {
    on.write(POM, "<mine/>\n");
    on.write("modules/03-tape-reuse/src/Mine.java", "class Mine {}\n");
    on.write("modules/00-toolkit/pom.xml", "<toolkit/>\n");
    assertThat(write().lines()).contains("kept (edited): " + POM);
    assertThat(on.text(POM)).isEqualTo("<mine/>\n");
    assertThat(on.text("modules/03-tape-reuse/src/Mine.java")).isEqualTo("class Mine {}\n");
    assertThat(on.text("modules/00-toolkit/pom.xml")).isEqualTo("<toolkit/>\n");
    assertThat(on.text("modules/.generated.sha256")).doesNotContain("pom.xml");
  }

  @Test
  void a_file_that_is_what_would_be_generated_needs_no_record() {
    write();
    on.delete("modules/.generated.sha256");
    assertThat(write().lines()).containsExactly("written: modules/.generated.sha256");
  }

  @Test
  void a_deleted_file_is_written_again() {
    write();
    on.delete(POM);
    assertThat(write().lines()).containsExactly("written: " + POM);
    assertThat(on.has(POM)).isTrue();
  }

  @Test
  void line_ends_of_windows_are_no_edit() {
    write();
    on.edit(LEARNERS, "\n", "\r\n");
    on.edit("modules/.generated.sha256", "\n", "\r\n");
    on.edit(SOLUTION, "\n", "\r\n");
    var before = on.everything();
    assertThat(write().changes()).isEmpty();
    assertThat(on.everything()).isEqualTo(before);
    on.edit(SOLUTION, "Which way?", "Forward or back?");
    write();
    assertThat(on.text(LEARNERS)).isEqualTo(STUBBED.replace("Which way?", "Forward or back?"));
  }

  @Test
  void a_file_that_left_the_solutions_is_removed_with_its_empty_folders() {
    on.write("solutions/03-tape-reuse/src/old/Old.java", "class Old {}\n");
    write();
    on.delete("solutions/03-tape-reuse/src/old/Old.java");
    assertThat(write().lines()).contains("removed: modules/03-tape-reuse/src/old/Old.java");
    assertThat(on.has("modules/03-tape-reuse/src/old")).isFalse();
    assertThat(on.has(LEARNERS)).isTrue();
    assertThat(write().changes()).isEmpty();
  }

  @Test
  void a_file_that_left_the_solutions_is_kept_and_named_when_edited() {
    var old = "modules/03-tape-reuse/src/old/Old.java";
    on.write("solutions/03-tape-reuse/src/old/Old.java", "class Old {}\n");
    write();
    on.delete("solutions/03-tape-reuse/src/old/Old.java");
    on.write(old, "class Mine {}\n");
    for (int again = 0; again < 2; again++) {
      assertThat(write().lines()).contains("kept (edited, no longer in solutions): " + old);
      assertThat(on.text(old)).isEqualTo("class Mine {}\n");
    }
  }

  @Test
  void a_left_over_that_somebody_removed_is_forgotten() {
    on.write("solutions/03-tape-reuse/Old.java", "class Old {}\n");
    write();
    on.delete("solutions/03-tape-reuse/Old.java");
    on.delete("modules/03-tape-reuse/Old.java");
    assertThat(write().lines()).containsExactly("written: modules/.generated.sha256");
  }

  @Test
  void a_check_finds_each_kind_of_difference_and_writes_nothing() {
    on.write("solutions/03-tape-reuse/Old.java", "class Old {}\n");
    on.write("solutions/03-tape-reuse/Older.java", "class Older {}\n");
    write();
    on.delete("solutions/03-tape-reuse/Old.java");
    on.delete("solutions/03-tape-reuse/Older.java");
    on.write("modules/03-tape-reuse/Older.java", "class Mine {}\n");
    on.edit(LEARNERS, "Which way?", "?");
    on.write("solutions/03-tape-reuse/pom.xml", "<new/>\n");
    var before = on.everything();
    var found = check();
    assertThat(found.lines())
        .containsExactly(
            "out of date: " + POM,
            "edited: " + LEARNERS,
            "left over: modules/03-tape-reuse/Old.java",
            "edited and left over: modules/03-tape-reuse/Older.java",
            "out of date: modules/.generated.sha256",
            "5 differ from what solutions generates");
    assertThat(found.isUpToDate()).isFalse();
    assertThat(on.everything()).isEqualTo(before);
  }

  @Test
  void a_malformed_marker_changes_nothing() {
    write();
    on.write("solutions/03-tape-reuse/pom.xml", "<new/>\n");
    on.write(
        "solutions/03-tape-reuse/src/bench/java/B.java", "class B {}\n// BEGIN SOLUTION 03.9\n");
    var before = on.everything();
    assertThatThrownBy(this::write)
        .isInstanceOf(MarkerException.class)
        .hasMessageStartingWith("solutions/03-tape-reuse/src/bench/java/B.java:2: needs the form");
    assertThat(on.everything()).isEqualTo(before);
  }

  @Test
  void a_learners_file_below_solutions_is_refused() {
    on.write(SOLUTION, STUBBED);
    assertThatThrownBy(this::write)
        .hasMessage(SOLUTION + ":7: below solutions/ a region is a BEGIN SOLUTION with STUB lines");
  }

  @Test
  void a_course_without_solutions_removes_nothing() throws Exception {
    write();
    var before = on.everything();
    Files.move(folder.resolve("solutions"), folder.resolve("elsewhere"));
    Files.createDirectories(folder.resolve("solutions"));
    assertThatThrownBy(this::write).hasMessageContaining("solutions holds none");
    assertThat(on.everything().keySet())
        .containsAll(before.keySet().stream().filter(name -> name.startsWith("modules/")).toList());
  }

  @Test
  void a_malformed_manifest_is_named_with_its_line() {
    write();
    var good = on.text("modules/.generated.sha256");
    on.write("modules/.generated.sha256", good + "<<<<<<< HEAD\n");
    assertThatThrownBy(this::write)
        .hasMessageStartingWith("modules/.generated.sha256:4: a line is")
        .hasMessageEndingWith("got <<<<<<< HEAD");
    for (var path : new String[] {"pom.xml", "modules/../solutions/pom.xml"}) {
      on.write("modules/.generated.sha256", "0".repeat(64) + "  " + path + "\n");
      assertThatThrownBy(this::write)
          .as("a manifest must not reach outside modules and notebooks: %s", path)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void a_write_leaves_no_temporary_file() throws Exception {
    write();
    try (var files = Files.walk(folder.resolve("modules"))) {
      assertThat(files).noneMatch(p -> p.toString().endsWith(".new"));
    }
  }
}
