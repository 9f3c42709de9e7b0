package tapeline.instructor.gradebook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import tapeline.grader.course.Course;
import tapeline.toolkit.Sha256;

/// A SHA-256 over names and bytes of files.
final class Fingerprint {
  private final MessageDigest digest = Sha256.digest();

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
      try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
    }
    return this;
  }

  /// The hash in hexadecimal digits; the fingerprint starts again.
  String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
