package tapeline.instructor.gradebook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
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

  /// A file, or all that is below a folder; a link is its target's name.
  Fingerprint add(Path path) throws IOException {
    List<Path> all;
    try (var walk = Files.walk(path)) {
      all = walk.sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (var file : all) {
      var name = path.relativize(file).toString().replace('\\', '/');
      if (Files.isSymbolicLink(file)) {
        add(name).add("a link to " + Files.readSymbolicLink(file));
      } else if (Files.isRegularFile(file)) {
        add(name).add(Long.toString(Files.size(file)));
        try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
          in.transferTo(OutputStream.nullOutputStream());
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
