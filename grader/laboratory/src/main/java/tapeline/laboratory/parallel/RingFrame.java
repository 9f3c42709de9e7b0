package tapeline.laboratory.parallel;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/// Messages on a stream: length, checksum, bytes. What does not fit to that is refused before
/// memory is taken for it.
final class RingFrame {
  static final int MOST = 1 << 28; // bytes

  private RingFrame() {}

  static void write(DataOutputStream to, byte[] message) throws IOException {
    if (message.length > MOST) {
      throw new IOException("a frame has at most %d bytes, got %d".formatted(MOST, message.length));
    }
    to.writeInt(message.length);
    to.writeInt(checksum(message));
    to.write(message);
    to.flush();
  }

  static void write(DataOutputStream to, String text) throws IOException {
    write(to, text.getBytes(StandardCharsets.UTF_8));
  }

  /// @throws IOException when the stream ends, or when what comes is no frame of at most `most`
  ///   bytes
  static byte[] read(DataInputStream from, int most) throws IOException {
    int length = from.readInt();
    int checksum = from.readInt();
    if (length < 0 || length > most) {
      throw new BadFrame("a frame has at most %d bytes, got %d".formatted(most, length));
    }
    var message = from.readNBytes(length);
    if (message.length < length) {
      throw new IOException("a frame of %d bytes ended after %d".formatted(length, message.length));
    }
    if (checksum(message) != checksum) {
      throw new BadFrame(
          "a frame has the checksum %08x, got %08x".formatted(checksum, checksum(message)));
    }
    return message;
  }

  static String text(DataInputStream from, int most) throws IOException {
    return new String(read(from, most), StandardCharsets.UTF_8);
  }

  private static int checksum(byte[] message) {
    var crc = new CRC32C();
    crc.update(message);
    return (int) crc.getValue();
  }

  /// Bytes that are no frame: the sender is to blame, not the way.
  static final class BadFrame extends IOException {
    BadFrame(String message) {
      super(message);
    }
  }
}
