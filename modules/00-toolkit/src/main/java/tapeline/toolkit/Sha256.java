package tapeline.toolkit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256 digests as 64 hexadecimal digits in lower case.
public final class Sha256 {
  private Sha256() {}

  /// The digest of these bytes.
  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  /// The digest of a text in UTF-8.
  public static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /// The digest of a file's bytes, which are never all in memory.
  ///
  /// @throws IOException when the file cannot be read
  public static String of(Path file) throws IOException {
    var digest = digest();
    try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /// A digest that is given its bytes in parts.
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
