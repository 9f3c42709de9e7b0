package tapeline.tests.toolkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.toolkit.ScratchFolder;

class ScratchFolderTest {
  @TempDir Path parent;

  @Test
  void is_deleted_with_all_in_it() throws IOException {
    try (var scratch = ScratchFolder.in(parent, "work")) {
      Files.writeString(Files.createDirectory(scratch.path().resolve("deep")).resolve("file"), "x");
    }
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void one_that_is_in_use_here_stays() throws IOException {
    try (var first = ScratchFolder.in(parent, "work");
        var second = ScratchFolder.in(parent, "work")) {
      assertThat(first.path()).isDirectory().isNotEqualTo(second.path());
    }
  }

  @Test
  void one_that_is_in_use_here_stays_when_its_parent_is_reached_by_a_link(@TempDir Path elsewhere)
      throws IOException {
    var link = Files.createSymbolicLink(elsewhere.resolve("link"), parent);
    try (var first = ScratchFolder.in(link, "work");
        var second = ScratchFolder.in(parent, "work");
        var third = ScratchFolder.in(link, "work")) {
      assertThat(List.of(first, second, third))
          .extracting(ScratchFolder::path)
          .doesNotHaveDuplicates()
          .allMatch(Files::isDirectory);
    }
    Files.delete(link); // JUnit warns of links
  }

  @Test
  void what_a_killed_process_left_is_deleted_and_what_a_living_one_uses_is_not()
      throws IOException, InterruptedException {
    var child = other();
    try {
      var theirs = Path.of(child.inputReader().readLine());
      ScratchFolder.in(parent, "work").close();
      assertThat(theirs.resolve("file")).as("while its process lives").exists();
      child.destroyForcibly().waitFor();
      ScratchFolder.in(parent, "work").close();
      assertThat(parent).as("after it was killed").isEmptyDirectory();
    } finally {
      child.destroyForcibly();
    }
  }

  @Test
  void what_another_user_left_stays() throws IOException {
    var folder = Files.createDirectory(parent.resolve("tapeline-work1"));
    var lock = Files.createFile(parent.resolve("tapeline-work1.lock"));
    var users = parent.getFileSystem().getUserPrincipalLookupService();
    try {
      Files.setOwner(folder, users.lookupPrincipalByName("daemon"));
    } catch (IOException e) {
      abort("only root gives a file away: " + e);
    }
    ScratchFolder.in(parent, "work").close();
    assertThat(List.of(folder, lock)).allMatch(Files::exists);
  }

  private Process other() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            place(Other.class) + File.pathSeparator + place(ScratchFolder.class),
            Other.class.getName(),
            parent.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static Path place(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  /// Another process, with a folder of its own.
  static final class Other {
    static void main(String[] args) throws IOException {
      var scratch = ScratchFolder.in(Path.of(args[0]), "work");
      Files.writeString(scratch.path().resolve("file"), "x");
      ScratchFolder.in(Path.of(args[0]), "work"); // which looks for leftovers, and finds the first
      System.out.println(scratch.path());
      System.in.read(); // until it is killed, or the process that would kill it has ended
    }
  }
}
