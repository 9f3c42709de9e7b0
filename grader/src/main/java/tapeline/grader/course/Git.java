package tapeline.grader.course;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The commands of git, in one folder.
///
/// @param environment variables beside those of this process
public record Git(Path folder, Map<String, String> environment) {

  /// No command's code.
  private static final int ABSENT = -1;

  public Git(Path folder) {
    this(folder, Map.of());
  }

  /// How a command ended.
  ///
  /// @param bytes the output, a character each
  public record Ended(int code, String bytes, String errors) {
    public boolean well() {
      return code == 0;
    }

    public String out() {
      return new String(bytes.getBytes(ISO_8859_1), UTF_8);
    }
  }

  /// Runs a command, whatever its end.
  public Ended tried(String... words) {
    return tried(new byte[0], words);
  }

  private Ended tried(byte[] input, String... words) {
    var command = new ArrayList<>(List.of("git", "-c", "core.quotePath=false"));
    command.addAll(List.of(words));
    try {
      var errors = Files.createTempFile("git", ".txt");
      try {
        var builder =
            new ProcessBuilder(command).directory(folder.toFile()).redirectError(errors.toFile());
        builder.environment().putAll(environment);
        var process = builder.start();
        try (var in = process.getOutputStream()) {
          in.write(input);
        } catch (IOException _) {
          // it ended before it had read all, and says why
        }
        var out = new String(process.getInputStream().readAllBytes(), ISO_8859_1);
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
  public String run(String... words) {
    return fed(new byte[0], words);
  }

  /// The output of a command that reads `input` and has to end well.
  ///
  /// @throws IllegalStateException when it does not, with what git says
  public String fed(byte[] input, String... words) {
    var ended = tried(input, words);
    if (!ended.well()) {
      throw new IllegalStateException("git " + words[0] + " failed: " + ended.errors());
    }
    return ended.out().strip();
  }

  /// The files that a command lists with `-z`.
  public TreeSet<String> files(String... words) {
    return new TreeSet<>(Stream.of(run(words).split("\0", -1)).filter(f -> !f.isEmpty()).toList());
  }

  /// The content of a file in a commit; empty when it is not in there.
  public Optional<byte[]> bytes(String commit, String path) {
    var shown = tried("cat-file", "blob", commit + ":" + path);
    return shown.well() ? Optional.of(shown.bytes().getBytes(ISO_8859_1)) : Optional.empty();
  }
}
