package tapeline.grader.course;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.util.Optional;

/// Recognises text that an editor has not saved as UTF-8, and says how to do that.
public final class Encoding {
  private static final Charset WINDOWS = Charset.forName("windows-1252");
  private static final String HOW =
      "save it in that encoding (Notepad: Save as; VS Code: its name in the last line, Save with"
          + " Encoding)";

  private Encoding() {}

  /// Names the encoding of a file in UTF-16, with its byte order mark or without; empty for others.
  public static Optional<String> utf16(byte[] bytes) {
    int first = bytes.length < 2 ? 0 : (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF);
    int[] zeros = new int[2];
    for (int i = 0; i < bytes.length; i++) {
      zeros[i % 2] += bytes[i] == 0 ? 1 : 0;
    }
    boolean little = first == 0xFFFE || zeros[1] > bytes.length / 4;
    boolean big = first == 0xFEFF || zeros[0] > bytes.length / 4;
    return little || big
        ? Optional.of(
            "this is UTF-16%s, and Java reads UTF-8: %s".formatted(little ? "LE" : "BE", HOW))
        : Optional.empty();
  }

  /// Names the first byte that is no UTF-8, with what it is in Windows-1252; empty where there is
  /// none.
  ///
  /// @param before takes the text before it
  public static Optional<String> undecodable(byte[] bytes, StringBuilder before) {
    var rest = ByteBuffer.wrap(bytes);
    var text = CharBuffer.allocate(bytes.length);
    boolean wrong = UTF_8.newDecoder().decode(rest, text, true).isError();
    before.append(text.flip());
    if (!wrong) {
      return Optional.empty();
    }
    byte b = rest.get();
    return Optional.of(
        "the byte 0x%02X is no UTF-8, and %s in Windows-1252: %s"
            .formatted(b, new String(new byte[] {b}, WINDOWS), HOW));
  }
}
