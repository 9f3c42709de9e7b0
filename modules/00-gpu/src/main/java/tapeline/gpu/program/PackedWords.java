package tapeline.gpu.program;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Requests and answers as bytes, in the machine's order.
final class PackedWords {
  private PackedWords() {}

  static ByteBuffer words(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
  }

  /// Returns the bytes that were put.
  static byte[] bytes(ByteBuffer written) {
    return rest(written.flip());
  }

  static byte[] rest(ByteBuffer asked) {
    var bytes = new byte[asked.remaining()];
    asked.get(bytes);
    return bytes;
  }

  /// The rest as a text.
  static String text(ByteBuffer asked) {
    return new String(rest(asked), StandardCharsets.UTF_8);
  }

  /// The calls that led to a request, as addresses of the program: how many, and these.
  static long[] calls(ByteBuffer asked) {
    var calls = new long[Math.clamp(asked.getLong(), 0, asked.remaining() / 8)];
    for (int i = 0; i < calls.length; i++) {
      calls[i] = asked.getLong();
    }
    return calls;
  }
}
