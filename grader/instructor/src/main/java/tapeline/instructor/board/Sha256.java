package tapeline.instructor.board;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256, by which the board names what it keeps.
public final class Sha256 {
  private Sha256() {}

  /// 64 hexadecimal digits.
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(digest(bytes));
  }

  /// Of the text in UTF-8.
  public static String hex(String text) {
    return hex(text.getBytes(UTF_8));
  }

  /// The first eight bytes as a number.
  static long number(String text) {
    return ByteBuffer.wrap(digest(text.getBytes(UTF_8))).getLong();
  }

  private static byte[] digest(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
