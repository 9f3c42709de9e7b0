package tapeline.grader.update;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.course.Front;

/// A newer version of the course meets two learners' checkouts: one has committed nothing, the
/// other everything.
class UpdateTest extends PublishedCourse {
  private void isUpdated(Path checkout, List<String> said) throws IOException {
    var count = Files.readString(checkout.resolve(COUNT));
    assertThat(count)
        .contains(SUM, "Arrays.stream(values).max()", "import java.util.Arrays;")
        .contains("public static int count(int[] values)")
        .contains("new Todo(\"01.2\", \"mean\")")
        .doesNotContain("<<<<<<<", "Which number is first?");
    assertThat(said)
        .anyMatch(line -> line.equals("your answers stay: 01.1, 01.3"))
        .anyMatch(
            line -> line.startsWith("01.3: what stood there before your answer reads otherwise"))
        .anyMatch(line -> line.endsWith("your version is notebooks/mine/01-count.ipynb"));
    assertThat(Files.readString(checkout.resolve(BOOK)))
        .contains("What is a sum of numbers?", "return 7;");
    assertThat(Files.readString(checkout.resolve("notebooks/mine/01-count.ipynb")))
        .contains("What is a sum?", "return 7;", "\"execution_count\": 3");
    assertThat(Files.readString(checkout.resolve(SOLUTION))).contains("Which number is first?");
    var git = new Git(checkout);
    assertThat(git.run("merge-base", "HEAD", "origin/main"))
        .isEqualTo(git.run("rev-parse", "origin/main"));
    assertThat(git.run("status", "--porcelain")).doesNotContain("UU", "AA");
    assertThat(Update.of(Course.at(checkout))).containsExactly(upToDate());
    assertThat(Files.readString(checkout.resolve(COUNT))).isEqualTo(count);
  }

  private String upToDate() {
    return "the course is up to date with origin/main of " + origin;
  }

  @Test
  void a_checkout_with_uncommitted_answers_and_a_saved_notebook() throws IOException {
    var checkout = checkout("uncommitted");
    learn(checkout);
    publishANewVersion();
    assertThat(new Git(checkout).tried("pull", "--quiet").well()).as("git alone refuses").isFalse();
    isUpdated(checkout, Update.of(Course.at(checkout)));
  }

  @Test
  void a_checkout_whose_answers_are_committed() throws IOException {
    var checkout = checkout("committed");
    learn(checkout);
    commit(checkout, "my answers");
    publishANewVersion();
    isUpdated(checkout, Update.of(Course.at(checkout)));
    assertThat(new Git(checkout).run("status", "--porcelain")).isEmpty();
  }

  @Test
  void lines_outside_of_the_exercises_that_both_changed_are_the_courses_and_the_learners_are_kept()
      throws IOException {
    var checkout = checkout("conflict");
    answer(checkout, "01.1", SUM);
    edit(
        checkout.resolve(COUNT),
        "  public static double mean",
        "  // mine\n  public static double mean");
    publishANewVersion();
    assertThat(Update.of(Course.at(checkout)))
        .anyMatch(line ->
            line.startsWith("" + COUNT) && line.endsWith("your version is " + COUNT + ".mine"));
    assertThat(Files.readString(checkout.resolve(COUNT)))
        .contains(SUM, "int count(int[] values)")
        .doesNotContain("// mine", "<<<<<<<");
    assertThat(Files.readString(checkout.resolve(COUNT + ".mine"))).contains("// mine", SUM);
  }

  @Test
  void an_update_that_fails_leaves_everything_as_it_was() throws IOException {
    var checkout = checkout("failing");
    learn(checkout);
    var before = Files.readString(checkout.resolve(COUNT));
    publishANewVersion();
    Files.writeString(checkout.resolve(".git/index.lock"), "");
    assertThatThrownBy(() -> Update.of(Course.at(checkout)))
        .hasMessageStartingWith("the update failed, and your files are as they were: ");
    assertThat(Files.readString(checkout.resolve(COUNT))).isEqualTo(before);
    Files.delete(checkout.resolve(".git/index.lock"));
    isUpdated(checkout, Update.of(Course.at(checkout)));
  }

  @Test
  void an_update_that_cannot_write_what_it_merged_leaves_everything_as_it_was() throws IOException {
    var checkout = checkout("unwritable");
    learn(checkout);
    var before = Files.readString(checkout.resolve(COUNT));
    publishANewVersion();
    Files.writeString(checkout.resolve("notebooks/mine"), "a file where a folder is to be");
    assertThatThrownBy(() -> Update.of(Course.at(checkout)))
        .hasMessageStartingWith("the update failed, and your files are as they were: ");
    assertThat(Files.readString(checkout.resolve(COUNT))).isEqualTo(before);
    Files.delete(checkout.resolve("notebooks/mine"));
    isUpdated(checkout, Update.of(Course.at(checkout)));
  }

  private static void hook(Path checkout, String name, String command) throws IOException {
    var file = checkout.resolve(".git/hooks").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + command + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void what_is_saved_while_commits_are_joined_is_merged() throws IOException {
    var checkout = checkout("saving");
    learn(checkout);
    commit(checkout, "my answers");
    var before = Files.readString(checkout.resolve(COUNT));
    answer(checkout, "01.2", "    return 7;\n");
    var saved = Files.move(checkout.resolve(COUNT), folder.resolve("saved"));
    Files.writeString(checkout.resolve(COUNT), before);
    hook(checkout, "pre-commit", "cp '%s' '%s'".formatted(saved, checkout.resolve(COUNT)));
    publishANewVersion();
    Update.of(Course.at(checkout));
    assertThat(Files.readString(checkout.resolve(COUNT)))
        .contains(SUM, "return 7;", "int count(int[] values)");
  }

  @Test
  void what_is_saved_before_git_begins_is_kept_beside() throws IOException {
    var checkout = checkout("saving");
    learn(checkout);
    var saved = folder.resolve("saved");
    Files.writeString(saved, notebook("What is a sum?", "", "4"));
    var once = folder.resolve("once");
    hook(
        checkout,
        "post-checkout",
        "test -e '%1$s' || cp '%2$s' '%3$s'; touch '%1$s'"
            .formatted(once, saved, checkout.resolve(BOOK)));
    publishANewVersion();
    assertThat(Update.of(Course.at(checkout)))
        .contains(BOOK + ": what stood here is notebooks/mine/01-count.ipynb");
    assertThat(checkout.resolve("notebooks/mine/01-count.ipynb")).hasSameTextualContentAs(saved);
    assertThat(Files.readString(checkout.resolve(BOOK))).contains("sum of numbers?", "return 7;");
  }

  @Test
  void what_is_saved_after_git_began_is_kept_beside_though_the_update_fails() throws IOException {
    var checkout = checkout("saving");
    learn(checkout);
    var learned = Files.readString(checkout.resolve(BOOK));
    var saved = folder.resolve("saved");
    Files.writeString(saved, notebook("What is a sum?", "", "4"));
    hook(checkout, "post-checkout", "cp '%s' '%s'".formatted(saved, checkout.resolve(BOOK)));
    publishANewVersion();
    assertThatThrownBy(() -> Update.of(Course.at(checkout)))
        .hasMessageStartingWith("the update failed, and your files are as they were: git merge")
        .hasMessageEndingWith("; " + BOOK + ": what stood here is notebooks/mine/01-count.ipynb");
    assertThat(checkout.resolve("notebooks/mine/01-count.ipynb")).hasSameTextualContentAs(saved);
    assertThat(checkout.resolve(BOOK)).hasContent(learned);
  }

  @Test
  void files_that_git_had_written_when_it_stopped_are_taken_back() throws IOException {
    var checkout = checkout("stopped");
    answer(checkout, "01.1", SUM);
    publishANewVersion();
    var git = new Git(checkout);
    Files.writeString(checkout.resolve(".git/info/attributes"), "solutions/** filter=broken\n");
    git.run("config", "filter.broken.clean", "cat");
    var once = folder.resolve("once");
    git.run(
        "config",
        "filter.broken.smudge",
        "test -e '%1$s' && cat || { touch '%1$s'; exit 1; }".formatted(once));
    git.run("config", "filter.broken.required", "true");
    assertThatThrownBy(() -> Update.of(Course.at(checkout)))
        .hasMessageStartingWith("the update failed, and your files are as they were: git merge")
        .hasMessageNotContaining("stays as it is");
    assertThat(Files.readString(checkout.resolve(COUNT))).contains(SUM);
    assertThat(git.run("status", "--porcelain")).isEqualTo("M " + COUNT);
  }

  @Test
  void where_nothing_can_be_taken_back_the_place_of_the_files_is_named() throws IOException {
    var checkout = checkout("broken");
    learn(checkout);
    publishANewVersion();
    Files.writeString(checkout.resolve("notebooks/mine"), "a file where a folder is to be");
    hook(checkout, "post-merge", "echo broken > '%s/.git/HEAD'".formatted(checkout));
    var kept = checkout.resolve(".git/tapeline-update");
    assertThatThrownBy(() -> Update.of(Course.at(checkout)))
        .hasMessageStartingWith("the update failed: cannot write ")
        .hasMessageContaining("FileAlreadyExistsException")
        .hasMessageEndingWith("; your files lie in " + kept);
    assertThat(Files.readString(kept.resolve(COUNT))).contains(SUM);
  }

  @Test
  void a_file_that_git_cannot_put_back_is_not_deleted() throws IOException {
    var checkout = checkout("locked");
    answer(checkout, "01.1", SUM);
    publishANewVersion();
    Files.writeString(checkout.resolve(".git/index.lock"), "");
    assertThatThrownBy(() -> Update.of(Course.at(checkout)))
        .hasMessageContaining("git checkout failed: ");
    assertThat(Files.readString(checkout.resolve(COUNT))).contains(SUM);
  }

  @Test
  void a_copy_with_a_history_of_its_own_is_told_of_export_and_import() throws IOException {
    var copy = Files.createDirectories(folder.resolve("container"));
    FixtureCourse.in(copy);
    var git = new Git(copy);
    git.run("init", "--quiet", "--initial-branch=main");
    commit(copy, "the course as it came");
    git.run("remote", "add", "origin", origin.toString());
    git.run("fetch", "--quiet");
    git.run("branch", "--quiet", "--set-upstream-to=origin/main");
    assertThatThrownBy(() -> Update.of(Course.at(copy)))
        .hasMessage(
            "this copy and origin/main of %s have no commit in common: %s here, and in a new clone %s"
                .formatted(
                    origin,
                    Front.terminal().command("export", "work.zip"),
                    Front.terminal().command("import", "work.zip")));
  }

  /// A copy of the checkout when git came to this hook: what a kill would have left there.
  private Path killedAt(String hook, Path checkout) throws IOException {
    var killed = folder.resolve("killed");
    hook(checkout, hook, "test -e '%2$s' || cp -a '%1$s' '%2$s'".formatted(checkout, killed));
    publishANewVersion();
    Update.of(Course.at(checkout));
    return killed;
  }

  @ParameterizedTest
  @CsvSource({"post-merge, false", "post-merge, true", "pre-commit, true"})
  void an_update_that_was_killed_is_undone_and_begins_anew(String hook, boolean committed)
      throws IOException {
    var checkout = checkout("ended");
    learn(checkout);
    if (committed) {
      commit(checkout, "my answers");
    }
    var killed = killedAt(hook, checkout);
    isUpdated(killed, Update.of(Course.at(killed)));
    assertThat(killed.resolve(".git/tapeline-merge")).doesNotExist();
    assertThat(killed.resolve(COUNT + ".mine")).doesNotExist();
  }

  @Test
  void what_was_committed_since_an_update_was_killed_stays_and_the_files_are_beside()
      throws IOException {
    var checkout = checkout("later");
    learn(checkout);
    var killed = killedAt("post-merge", checkout);
    answer(killed, "01.2", "    return 7;\n");
    commit(killed, "since");
    assertThat(Update.of(Course.at(killed)))
        .contains(
            "an earlier update was interrupted, and cannot be taken back",
            COUNT + ": your version is " + COUNT + ".mine",
            upToDate());
    assertThat(Files.readString(killed.resolve(COUNT))).contains("return 7;", "int count(int[]");
    assertThat(Files.readString(killed.resolve(COUNT + ".mine"))).contains(SUM);
  }

  @Test
  void what_was_written_where_git_would_go_back_stays_and_the_merged_answers_too()
      throws IOException {
    var checkout = checkout("further");
    learn(checkout);
    var killed = killedAt("post-merge", checkout);
    Files.copy(checkout.resolve(COUNT), killed.resolve(COUNT), REPLACE_EXISTING); // written last
    edit(killed.resolve(SOLUTION), "package count;", "package count; // mine");
    assertThat(Update.of(Course.at(killed)))
        .contains(
            "an earlier update was interrupted, and cannot be taken back",
            COUNT + ": what stood here is " + COUNT + ".mine",
            COUNT + ": your version is " + COUNT + ".mine.2",
            upToDate());
    assertThat(Files.readString(killed.resolve(COUNT))).contains(SUM, "int count(int[]");
    assertThat(Files.readString(killed.resolve(SOLUTION))).contains("// mine", "int count(int[]");
  }

  @Test
  void an_update_that_cannot_fetch_takes_back_no_earlier_one() throws IOException {
    var checkout = checkout("offline");
    learn(checkout);
    var killed = killedAt("post-merge", checkout);
    var git = new Git(killed);
    var there = git.run("remote", "get-url", "origin");
    git.run("remote", "set-url", "origin", "/nowhere");
    var before = Files.readString(killed.resolve(COUNT));
    assertThatThrownBy(() -> Update.of(Course.at(killed)))
        .hasMessageContaining("git fetch")
        .hasMessageEndingWith("; your files lie in " + killed.resolve(".git/tapeline-update"));
    assertThat(killed.resolve(COUNT)).hasContent(before);
    git.run("remote", "set-url", "origin", there);
    isUpdated(killed, Update.of(Course.at(killed)));
  }

  @Test
  void a_merge_begun_by_hand_is_left_alone() throws IOException {
    var checkout = checkout("merging");
    learn(checkout);
    commit(checkout, "my answers");
    publishANewVersion();
    var git = new Git(checkout);
    assertThat(git.tried("pull", "--quiet", "--no-rebase").well()).isFalse();
    var conflict = Files.readString(checkout.resolve(COUNT));
    assertThatThrownBy(() -> Update.of(Course.at(checkout)))
        .hasMessageStartingWith("a merge was begun here and is not concluded: ");
    assertThat(checkout.resolve(COUNT)).hasContent(conflict);
  }

  @Test
  void what_was_written_since_an_update_was_interrupted_is_kept() throws IOException {
    var checkout = checkout("interrupted");
    var kept = checkout.resolve(".git/tapeline-update").resolve(COUNT);
    Files.createDirectories(kept.getParent());
    Files.writeString(kept, "class Before {}");
    Files.writeString(checkout.resolve(COUNT), "class Since {}");
    assertThat(Update.of(Course.at(checkout)))
        .containsExactly(
            "an earlier update was interrupted: your files are as they were before it",
            COUNT + ": what stood here is " + COUNT + ".mine",
            upToDate());
    assertThat(checkout.resolve(COUNT)).hasContent("class Before {}");
    assertThat(checkout.resolve(COUNT + ".mine")).hasContent("class Since {}");
  }

  @Test
  void a_branch_that_follows_one_of_this_checkout_is_updated() throws IOException {
    var checkout = checkout("local");
    new Git(checkout).run("checkout", "--quiet", "-b", "mine", "--track", "main");
    assertThat(Update.of(Course.at(checkout)))
        .containsExactly(
            "the course is up to date with main, a branch of this copy and of no other");
  }

  @Test
  void a_notebook_whose_cell_names_no_exercise_is_kept_and_costs_no_other_file()
      throws IOException {
    var checkout = checkout("unnumbered");
    answer(checkout, "01.1", SUM);
    edit(checkout.resolve(BOOK), "%%exercise 01.1", "%%exercise");
    publishANewVersion();
    assertThat(Update.of(Course.at(checkout)))
        .contains(
            "notebooks/01-count.ipynb: cell 2: an exercise's cell begins %%exercise 03.2, got"
                + " \"%%exercise\", and the course's stands there;"
                + " your version is notebooks/mine/01-count.ipynb",
            "your answers stay: 01.1");
    assertThat(Files.readString(checkout.resolve(BOOK))).contains("What is a sum of numbers?");
    assertThat(Files.readString(checkout.resolve("notebooks/mine/01-count.ipynb")))
        .contains("\"%%exercise\\n\"");
  }

  @Test
  void a_file_that_is_no_text_is_kept_byte_for_byte() throws IOException {
    var checkout = checkout("bytes");
    var bytes = "// für".getBytes(StandardCharsets.ISO_8859_1);
    Files.write(checkout.resolve(COUNT), bytes);
    publishANewVersion();
    assertThat(Update.of(Course.at(checkout)))
        .contains(
            "%1$s: it is no text in UTF-8, and the course's stands there; your version is %1$s.mine"
                .formatted(COUNT));
    assertThat(Files.readString(checkout.resolve(COUNT))).contains("int count(int[] values)");
    assertThat(checkout.resolve(COUNT + ".mine")).hasBinaryContent(bytes);
  }

  @Test
  void a_committed_file_that_is_no_text_is_kept_and_the_commit_has_the_courses()
      throws IOException {
    var checkout = checkout("committed-bytes");
    answer(checkout, "01.1", "    return 0; // für\n");
    var text = Files.readString(checkout.resolve(COUNT)).replaceAll("[^\\x00-\\xff]", "");
    Files.write(checkout.resolve(COUNT), text.getBytes(StandardCharsets.ISO_8859_1));
    commit(checkout, "my answers");
    publishANewVersion();
    Update.of(Course.at(checkout));
    assertThat(Files.readString(checkout.resolve(COUNT))).contains("int count(int[] values)");
    assertThat(checkout.resolve(COUNT + ".mine")).exists();
    assertThat(new Git(checkout).run("status", "--porcelain")).isEmpty();
  }

  @Test
  void a_folder_that_is_no_checkout_is_told_of_export_and_import() throws IOException {
    var copy = Files.createDirectories(folder.resolve("copy"));
    FixtureCourse.in(copy);
    assertThatThrownBy(() -> Update.of(Course.at(copy)))
        .hasMessageContaining(Front.terminal().command("import", "work.zip"));
  }
}
