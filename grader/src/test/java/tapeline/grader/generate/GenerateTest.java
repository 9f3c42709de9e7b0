package tapeline.grader.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tapeline.grader.generate.TestCourse.LEARNERS;
import static tapeline.grader.generate.TestCourse.SOLUTION;
import static tapeline.grader.generate.TestCourse.STUBBED;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.Git;
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
    on.edit(SOLUTION, "\"record\" 10 points", "\"a|b\" 10 points, core");
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

            On the core path are 03.1; the other exercises may be skipped.

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
            "modules/03-tape-reuse/README.md",
            POM,
            LEARNERS,
            "modules/03-tape-reuse/src/main/java/tapeline/target/T.java");
  }

  @Test
  void a_second_generation_changes_nothing() {
    write();
    var before = on.everything();
    assertThat(write().isUpToDate()).isTrue();
    assertThat(check().isUpToDate()).isTrue();
    assertThat(on.everything()).isEqualTo(before);
  }

  @Test
  void what_stands_in_a_module_is_what_is_generated() {
    write();
    on.edit(LEARNERS, "throw new Todo(\"03.2\", \"backward\");", "mine();");
    on.edit(SOLUTION, "Which way?", "Forward or back?");
    on.write("modules/03-tape-reuse/src/old/Old.java", "class Old {}\n");
    on.write("modules/04-retired/pom.xml", "<project/>\n");
    var others =
        List.of(
            "00-toolkit/pom.xml", "03-tape-reuse/target/A.class", "03-tape-reuse/A.java.mine.2");
    others.forEach(name -> on.write("modules/" + name, "mine\n"));
    assertThat(write().lines())
        .containsExactly(
            "written: " + LEARNERS,
            "removed: modules/03-tape-reuse/src/old/Old.java",
            "removed: modules/04-retired/pom.xml");
    assertThat(on.text(LEARNERS)).isEqualTo(STUBBED.replace("Which way?", "Forward or back?"));
    assertThat(on.has("modules/03-tape-reuse/src/old")).isFalse();
    assertThat(others)
        .allSatisfy(name -> assertThat(on.text("modules/" + name)).isEqualTo("mine\n"));
  }

  @Test
  void what_git_does_not_have_is_named_before_it_is_overwritten() {
    Generate.requireSaved(on.course());
    write();
    var left = "modules/03-tape-reuse/Left.java";
    on.write(left, "class Left {}\n");
    on.edit(SOLUTION, "Which way?", "Forward or back?");
    assertThatThrownBy(() -> Generate.requireSaved(on.course()))
        .as("without git")
        .hasMessageContaining("git");
    var git = new Git(folder);
    git.run("init", "--quiet");
    git.run("add", "solutions", LEARNERS);
    assertThatThrownBy(() -> Generate.requireSaved(on.course()))
        .hasMessage(
            "generation would overwrite changes that git does not have, in %s: git add or git restore these files, then generate again"
                .formatted(left));
    git.run("add", "modules");
    Generate.requireSaved(on.course());
    on.edit(LEARNERS, "Which way?", "?");
    assertThatThrownBy(() -> Generate.requireSaved(on.course()))
        .hasMessageContaining("in " + LEARNERS + ": ");
  }

  @Test
  void a_deleted_file_is_written_again() {
    write();
    on.delete(POM);
    assertThat(write().lines()).containsExactly("written: " + POM);
    assertThat(on.has(POM)).isTrue();
  }

  @Test
  void line_ends_of_windows_are_no_difference() {
    write();
    on.edit(LEARNERS, "\n", "\r\n");
    on.edit(SOLUTION, "\n", "\r\n");
    var before = on.everything();
    assertThat(write().isUpToDate()).isTrue();
    assertThat(on.everything()).isEqualTo(before);
  }

  @Test
  void a_check_finds_each_kind_of_difference_and_writes_nothing() {
    write();
    on.delete(POM);
    on.edit(LEARNERS, "Which way?", "?");
    on.write("modules/03-tape-reuse/Old.java", "class Old {}\n");
    var before = on.everything();
    var found = check();
    assertThat(found.lines())
        .containsExactly(
            "out of date: " + POM,
            "out of date: " + LEARNERS,
            "left over: modules/03-tape-reuse/Old.java",
            "3 differ from what solutions generates");
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
  void a_write_leaves_no_temporary_file() throws Exception {
    write();
    try (var files = Files.walk(folder.resolve("modules"))) {
      assertThat(files).noneMatch(p -> p.toString().endsWith(".new"));
    }
  }
}
