package tapeline.grader.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.course.Front;
import tapeline.grader.course.Git;
import tapeline.grader.course.WholeFolder;
import tapeline.grader.generate.Generate;

/// A newer version of the course meets two learners' checkouts: one has committed nothing, the
/// other everything.
class UpdateTest extends PublishedCourse {
  private void isUpdated(Path checkout, List<String> said) throws IOException {
    assertThat(said)
        .anyMatch(line -> line.equals("your answers stay: 01.1, 01.3"))
        .anyMatch(
            line -> line.startsWith("01.3: what stood there before your answer reads otherwise"))
        .anyMatch(line -> line.endsWith("your version is notebooks/mine/01-count.ipynb"));
    isUpdated(checkout);
  }

  private void isUpdated(Path checkout) throws IOException {
    var count = Files.readString(checkout.resolve(COUNT));
    assertThat(count)
        .contains(SUM, "Arrays.stream(values).max()", "import java.util.Arrays;")
        .contains("public static int count(int[] values)")
        .contains("new Todo(\"01.2\", \"mean\")")
        .doesNotContain("<<<<<<<", "Which number is first?");
    assertThat(checkout.resolve(COUNT + ".mine")).as("all of it is in the file").doesNotExist();
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

  private static void addAHelper(Path checkout) throws IOException {
    edit(
        checkout.resolve(COUNT),
        "  public static double mean",
        "  // mine\n  public static double mean");
  }

  @Test
  void what_the_learner_wrote_outside_of_the_exercises_is_kept_where_the_course_changed_that_too()
      throws IOException {
    var checkout = checkout("conflict");
    answer(checkout, "01.1", SUM);
    addAHelper(checkout);
    publishANewVersion();
    assertThat(Update.of(Course.at(checkout)))
        .contains(
            "%1$s: you and the course changed it outside of your answers, and the course's stands there; your version is %1$s.mine"
                .formatted(COUNT));
    assertThat(Files.readString(checkout.resolve(COUNT)))
        .contains(SUM, "int count(int[] values)")
        .doesNotContain("// mine", "<<<<<<<");
    assertThat(Files.readString(checkout.resolve(COUNT + ".mine"))).contains("// mine", SUM);
  }

  @Test
  void what_the_learner_wrote_outside_of_the_exercises_stays_where_the_course_changed_stubs_alone()
      throws IOException {
    var checkout = checkout("helper");
    answer(checkout, "01.1", SUM);
    addAHelper(checkout);
    edit(origin.resolve(SOLUTION), "3 lines. Where does the search start?", "4 lines.");
    Generate.write(Course.at(origin));
    commit(origin, "another stub");
    Update.of(Course.at(checkout));
    assertThat(Files.readString(checkout.resolve(COUNT))).contains("// mine", SUM, "4 lines.");
    assertThat(checkout.resolve(COUNT + ".mine")).doesNotExist();
  }

  @Test
  void a_file_that_is_no_part_of_the_course_any_more_is_kept() throws IOException {
    var checkout = checkout("gone");
    learn(checkout);
    var mine = Files.readString(checkout.resolve(BOOK));
    Files.delete(origin.resolve(BOOK));
    commit(origin, "without a notebook");
    assertThat(Update.of(Course.at(checkout)))
        .contains(
            BOOK
                + " is no part of the course any more; your version is notebooks/mine/01-count.ipynb");
    assertThat(checkout.resolve(BOOK)).doesNotExist();
    assertThat(checkout.resolve("notebooks/mine/01-count.ipynb")).hasContent(mine);
  }

  @Test
  void an_answer_to_an_exercise_that_the_course_gives_stands_beside_and_the_others_stay()
      throws IOException {
    var checkout = checkout("retired");
    answer(checkout, "01.1", SUM);
    answer(checkout, "01.2", "    return -1; // mine\n");
    var given = Files.readString(origin.resolve(SOLUTION));
    Files.writeString(
        origin.resolve(SOLUTION),
        given.replaceAll(
            "(?m)^ *// (BEGIN SOLUTION 01.2[^§]*?// END SOLUTION)\n", "    return 0;\n"));
    Generate.write(Course.at(origin));
    commit(origin, "01.2 is given");
    assertThat(Update.of(Course.at(checkout)))
        .contains(
            "01.2 is no exercise of %1$s any more, and the course's code stands there; your version is %1$s.mine"
                .formatted(COUNT),
            "your answers stay: 01.1");
    assertThat(Files.readString(checkout.resolve(COUNT)))
        .contains(SUM, "return 0;")
        .doesNotContain("// mine", "EXERCISE 01.2");
    assertThat(Files.readString(checkout.resolve(COUNT + ".mine"))).contains(SUM, "// mine");
  }

  @Test
  void the_exercises_of_a_file_that_the_course_gives_whole_are_named() throws IOException {
    var checkout = checkout("retired-file");
    answer(checkout, "01.1", SUM);
    var given = Files.readString(origin.resolve(SOLUTION));
    Files.writeString(
        origin.resolve(SOLUTION),
        given.replaceAll("(?m)^ *// BEGIN SOLUTION [^§]*?// END SOLUTION\n", "    return 0;\n"));
    new Git(origin).run("rm", "--quiet", "" + BOOK);
    Generate.write(Course.at(origin));
    commit(origin, "all of it is given");
    assertThat(Update.of(Course.at(checkout)))
        .contains(
            "01.1 is no exercise of %1$s any more, and the course's code stands there; your version is %1$s.mine"
                .formatted(COUNT));
    assertThat(Files.readString(checkout.resolve(COUNT))).doesNotContain(SUM, "EXERCISE");
    assertThat(Files.readString(checkout.resolve(COUNT + ".mine"))).contains(SUM);
  }

  @Test
  void an_update_that_fails_leaves_everything_as_it_was() throws IOException {
    var checkout = checkout("failing");
    learn(checkout);
    var before = Files.readString(checkout.resolve(COUNT));
    publishANewVersion();
    var lock = checkout.resolve(".git/index.lock");
    Files.writeString(lock, "");
    assertThatThrownBy(() -> Update.of(Course.at(checkout)))
        .hasMessageStartingWith("the update failed: git update-index failed: ")
        .hasMessageEndingWith("what is not as it was is in the commit " + Update.BEFORE);
    Files.delete(lock);
    var folder = checkout.resolve("notebooks/mine");
    WholeFolder.delete(folder);
    Files.writeString(folder, "a file where a folder is to be");
    assertThatThrownBy(() -> Update.of(Course.at(checkout)))
        .hasMessageStartingWith("cannot write ");
    assertThat(Files.readString(checkout.resolve(COUNT))).isEqualTo(before);
    Files.delete(folder);
    isUpdated(checkout, Update.of(Course.at(checkout)));
  }

  private static void hook(Path checkout, String name, String command) throws IOException {
    var file = checkout.resolve(".git/hooks").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + command + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void what_is_saved_meanwhile_stays_and_is_merged_the_next_time() throws IOException {
    var checkout = checkout("saving");
    learn(checkout);
    var before = Files.readString(checkout.resolve(COUNT));
    answer(checkout, "01.2", "    return 7;\n");
    var saved = Files.move(checkout.resolve(COUNT), folder.resolve("saved"));
    Files.writeString(checkout.resolve(COUNT), before);
    hook(
        checkout,
        "reference-transaction",
        "grep -q before-update && cp '%s' '%s'; :".formatted(saved, checkout.resolve(COUNT)));
    publishANewVersion();
    assertThatThrownBy(() -> Update.of(Course.at(checkout)))
        .hasMessageStartingWith("the update failed: git read-tree failed: ");
    assertThat(checkout.resolve(COUNT)).hasSameTextualContentAs(saved);
    assertThat(new Git(checkout).run("show", Update.BEFORE + ":" + COUNT))
        .isEqualTo(before.strip());
    Files.delete(checkout.resolve(".git/hooks/reference-transaction"));
    Update.of(Course.at(checkout));
    assertThat(Files.readString(checkout.resolve(COUNT)))
        .contains(SUM, "return 7;", "int count(int[] values)");
  }

  /// Copies the checkout whenever git has changed an index, and while it writes a file.
  private List<Path> killed(Path checkout) throws IOException {
    var copies = Files.createDirectories(folder.resolve("killed"));
    var copy = "test -e '%1$s/all' || cp -a '%2$s' '%1$s/'$$".formatted(copies, checkout);
    hook(checkout, "post-index-change", copy);
    Files.writeString(checkout.resolve(".git/info/attributes"), "solutions/** filter=copy\n");
    var git = new Git(checkout);
    git.run("config", "filter.copy.clean", "cat");
    git.run("config", "filter.copy.smudge", copy + "; cat");
    Update.of(Course.at(checkout));
    Files.createFile(copies.resolve("all"));
    try (var all = Files.list(copies)) {
      return all.filter(Files::isDirectory).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_update_that_was_killed_anywhere_loses_nothing_and_is_done_by_the_next(boolean committed)
      throws IOException {
    var checkout = checkout("ended");
    learn(checkout);
    if (committed) {
      commit(checkout, "my answers");
    }
    publishANewVersion();
    var killed = killed(checkout);
    assertThat(killed).as("copies at the index's changes and amid the files").hasSizeGreaterThan(4);
    for (var copy : killed) {
      Files.deleteIfExists(copy.resolve(".git/index.lock")); // as git says
      Update.of(Course.at(copy));
      isUpdated(copy);
    }
    isUpdated(checkout);
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
