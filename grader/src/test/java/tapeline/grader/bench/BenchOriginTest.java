package tapeline.grader.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.Git;

class BenchOriginTest {
  @TempDir Path root;

  private void git(String... words) {
    var author =
        Map.of(
            "GIT_AUTHOR_NAME",
            "a",
            "GIT_AUTHOR_EMAIL",
            "a@b",
            "GIT_COMMITTER_NAME",
            "a",
            "GIT_COMMITTER_EMAIL",
            "a@b");
    new Git(root, author).run(words);
  }

  @Test
  void the_line_ends_with_what_differs_by_module_and_run() {
    var origin =
        new BenchOrigin(
            "03-tape, your files · JDK 25", "EPYC", "ab", "-x", Instant.ofEpochMilli(1_500));
    assertThat(origin.line())
        .isEqualTo(
            "03-tape, your files · JDK 25 · EPYC · one thread · commit ab · flags -x"
                + " · 1970-01-01T00:00:01Z");
  }

  @Test
  void a_commit_whose_files_differ_is_changed() throws Exception {
    assertThat(BenchOrigin.commit(root)).isEqualTo("unknown");
    var file = Files.writeString(root.resolve("file"), "one");
    git("init");
    git("add", ".");
    git("commit", "-m", "one");
    git("tag", "-a", "v1", "-m", "v1");
    assertThat(BenchOrigin.commit(root)).matches("[0-9a-f]{7,}");
    Files.writeString(file, "two");
    assertThat(BenchOrigin.commit(root)).matches("[0-9a-f]{7,}, changed");
  }
}
