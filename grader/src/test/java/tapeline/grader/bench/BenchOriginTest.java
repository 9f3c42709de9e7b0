package tapeline.grader.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchOriginTest {
  @TempDir Path root;

  private void git(String... words) throws Exception {
    var command = new ArrayList<>(List.of("git", "-c", "user.name=a"));
    command.addAll(List.of("-c", "user.email=a@b"));
    command.addAll(List.of(words));
    var process =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).as(String.join(" ", words)).isZero();
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
