package tapeline.instructor.gradebook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import tapeline.grader.course.Course;

/// A SHA-256 over names and bytes of files.
final class Fingerprint {
  private final MessageDigest digest;

  Fingerprint() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  Fingerprint add(String text) {
    var bytes = text.getBytes(UTF_8);
    digest.update((bytes.length + "\n").getBytes(UTF_8));
    digest.update(bytes);
    return this;
  }

  /// A file, or all plain files of a folder.
  Fingerprint add(Path path) throws IOException {
    var files = Files.isDirectory(path) ? Course.files(path, _ -> true) : List.of(path);
    for (var file : files) {
      add(path.relativize(file).toString().replace('\\', '/'));
      add(Long.toString(Files.size(file)));
      try (var in = Files.newInputStream(file)) {
        var buffer = new byte[1 << 16];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          digest.update(buffer, 0, n);
        }
      }
    }
    return this;
  }

  /// The hash in hexadecimal digits; the fingerprint starts again.
  String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
