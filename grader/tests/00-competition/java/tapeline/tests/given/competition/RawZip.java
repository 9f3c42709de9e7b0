package tapeline.tests.given.competition;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// A zip written byte by byte, as no well-behaved program would.
final class RawZip {
  static final int FILE = 0100644;
  static final int LINK = 0120777;
  static final int PIPE = 0010644;

  private final ByteArrayOutputStream local = new ByteArrayOutputStream();
  private final List<byte[]> central = new ArrayList<>();

  RawZip file(String name, String text) {
    return entry(name, text.getBytes(StandardCharsets.UTF_8), FILE, false);
  }

  RawZip link(String name, String target) {
    return entry(name, target.getBytes(StandardCharsets.UTF_8), LINK, false);
  }

  RawZip zeros(String name, int bytes) {
    return entry(name, new byte[bytes], FILE, true);
  }

  RawZip entry(String name, byte[] content, int mode, boolean deflate) {
    var crc = new CRC32();
    crc.update(content);
    byte[] data = deflate ? deflated(content) : content;
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    int offset = local.size();
    var common =
        buffer(26)
            .putShort((short) 20)
            .putShort((short) 0x800) // names are UTF-8
            .putShort((short) (deflate ? 8 : 0))
            .putInt(0x21 << 16)
            .putInt((int) crc.getValue())
            .putInt(data.length)
            .putInt(content.length)
            .putShort((short) text.length)
            .putShort((short) 0)
            .array();
    local.writeBytes(buffer(4).putInt(0x04034b50).array());
    local.writeBytes(common);
    local.writeBytes(text);
    local.writeBytes(data);
    central.add(
        buffer(46 + text.length)
            .putInt(0x02014b50)
            .putShort((short) 0x0314) // made on Unix
            .put(common)
            .putShort((short) 0)
            .putShort((short) 0)
            .putShort((short) 0)
            .putInt(mode << 16)
            .putInt(offset)
            .put(text)
            .array());
    return this;
  }

  /// Forgets the last entry in the list, not in the archive.
  RawZip unlisted() {
    central.removeLast();
    return this;
  }

  byte[] bytes() {
    var all = new ByteArrayOutputStream();
    all.writeBytes(local.toByteArray());
    central.forEach(all::writeBytes);
    int size = all.size() - local.size();
    all.writeBytes(
        buffer(22)
            .putInt(0x06054b50)
            .putInt(0)
            .putShort((short) central.size())
            .putShort((short) central.size())
            .putInt(size)
            .putInt(local.size())
            .putShort((short) 0)
            .array());
    return all.toByteArray();
  }

  private static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] deflated(byte[] content) {
    try (var deflater = new Deflater(9, true)) {
      deflater.setInput(content);
      deflater.finish();
      var out = new ByteArrayOutputStream();
      byte[] some = new byte[8192];
      while (!deflater.finished()) {
        out.write(some, 0, deflater.deflate(some));
      }
      return out.toByteArray();
    }
  }
}
