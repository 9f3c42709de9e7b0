package tapeline.notebook;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The text of an exercise's region, wherever it stands.
final class Regions {
  private Regions() {}

  /// The text without what a cell and a file may differ in: line ends, and blanks at the end.
  static String normal(String body) {
    return body.replace("\r\n", "\n").stripTrailing() + "\n";
  }

  /// What tells one text from another when the text itself is not kept.
  static String checksum(String body) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(body.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
