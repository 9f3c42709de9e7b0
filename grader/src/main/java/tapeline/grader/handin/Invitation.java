package tapeline.grader.handin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.Front;
import tapeline.grader.generate.Disk;
import tapeline.grader.progress.SharedProgress;

/// An invitation to a class, `https://class.example.edu/#TOKEN`: where its server is, and the token
/// by which it knows a team or a student.
///
/// @param server its address, which ends with `/`
public record Invitation(URI server, String token) {
  /// The environment variable that comes before the kept invitations.
  static final String VARIABLE = "TAPELINE_TOKEN";

  private static final int DRAWN_BITS = 128;

  /// Reads the text that an instructor gives out.
  ///
  /// @throws IllegalArgumentException when it is none
  public static Invitation parse(String text) {
    var parts = text.strip().split("#", -1);
    if (parts.length != 2
        || !parts[0].matches("https?://[^/]+/?(.*/)?")
        || !parts[1].matches("[\\w-]{20,}")) {
      throw new IllegalArgumentException(
          "an invitation reads https://class.example.edu/#TOKEN, got %d characters that do not"
              .formatted(text.strip().length()));
    }
    return new Invitation(URI.create(parts[0].replaceFirst("/*$", "/")), parts[1]);
  }

  /// Returns the invitation to hand in with.
  ///
  /// @param kind `team` for entries, `student` for homework
  /// @param given the text in [#VARIABLE]; null where it is not set
  /// @param config the folder in which invitations are kept, a file a kind
  /// @throws IllegalArgumentException when there is none
  static Invitation of(String kind, @Nullable String given, Path config) {
    if (given != null && !given.isBlank()) {
      return parse(given);
    }
    var file = config.resolve(kind);
    if (!Files.exists(file)) {
      throw new IllegalArgumentException(
          "there is no invitation of a %s: %s keeps yours"
              .formatted(kind, Front.terminal().command("join", "URL#TOKEN")));
    }
    return parse(Course.read(file));
  }

  /// Keeps it where this user alone reads it.
  ///
  /// @return the file
  Path keep(String kind, Path config) {
    var file = config.resolve(kind);
    write(file, server + "#" + token);
    return file;
  }

  private static void write(Path file, String line) {
    Disk.write(file, new byte[0]);
    try {
      if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
      Files.write(file, (line + "\n").getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /// Returns the code of what a learner shares with the class: always the same on one machine. It
  /// is made of the token and of a number that was drawn here once, so the tokens alone do not give
  /// it.
  ///
  /// @param config the folder of the invitations, where that number is kept
  String code(Path config) {
    var file = config.resolve("drawn");
    if (!Files.exists(file) || Course.read(file).isBlank()) {
      write(file, new BigInteger(DRAWN_BITS, new SecureRandom()).toString());
    }
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var hash = digest.digest((Course.read(file).strip() + " " + token).getBytes(UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, SharedProgress.CODE_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// Returns the folder of this user's invitations.
  static Path config() {
    return Path.of(System.getProperty("user.home"), ".config", "tapeline");
  }
}
