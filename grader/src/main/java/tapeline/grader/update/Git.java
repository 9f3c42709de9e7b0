package tapeline.grader.update;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The commands of git, in one folder.
record Git(Path folder) {

  /// No command's code: `git merge-file` ends with the number of conflicts.
  private static final int ABSENT = -1;

  /// How a command ended.
  record Ended(int code, String out, String errors) {
    boolean well() {
      return code == 0;
    }
  }

  /// Runs a command, whatever its end; [#ABSENT] where there is no git.
  Ended tried(String... words) {
    var command = new ArrayList<>(List.of("git", "-c", "core.quotePath=false"));
    command.addAll(List.of(words));
    try {
      var errors = Files.createTempFile("git", ".txt");
      try {
        var process =
            new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(errors.toFile())
                .start();
        process.getOutputStream().close(); // it asks nothing
        var out = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Ended(process.waitFor(), out, Files.readString(errors).strip());
      } finally {
        Files.delete(errors);
      }
    } catch (IOException e) {
      return new Ended(ABSENT, "", "git cannot be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while git " + words[0] + " ran", e);
    }
  }

  /// The output of a command that has to end well.
  ///
  /// @throws IllegalStateException when it does not, with what git says
  String run(String... words) {
    var ended = tried(words);
    if (!ended.well()) {
      throw new IllegalStateException("git " + words[0] + " failed: " + ended.errors());
    }
    return ended.out().strip();
  }

  /// The files that a command lists with `-z`.
  TreeSet<String> files(String... words) {
    return new TreeSet<>(Stream.of(run(words).split("\0", -1)).filter(f -> !f.isEmpty()).toList());
  }

  /// The text of a file in a commit; empty when it is not in there.
  Optional<String> text(String commit, String path) {
    var shown = tried("show", commit + ":" + path);
    return shown.well() ? Optional.of(shown.out()) : Optional.empty();
  }

  /// The three texts in one, as git merges lines; empty where both changed the same ones.
  ///
  /// @throws IllegalStateException where there is no git
  static Optional<String> merged(String base, String own, String next) {
    try {
      var folder = Files.createTempDirectory("merge");
      try {
        Files.writeString(folder.resolve("own"), own);
        Files.writeString(folder.resolve("base"), base);
        Files.writeString(folder.resolve("next"), next);
        var ended = new Git(folder).tried("merge-file", "-p", "own", "base", "next");
        if (ended.code() == ABSENT) {
          throw new IllegalStateException("git is needed to merge two texts: " + ended.errors());
        }
        return ended.well() ? Optional.of(ended.out()) : Optional.empty();
      } finally {
        for (var name : List.of("own", "base", "next")) {
          Files.delete(folder.resolve(name));
        }
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
