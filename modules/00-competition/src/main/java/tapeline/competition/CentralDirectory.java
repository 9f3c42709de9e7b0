package tapeline.competition;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A zip's list of its entries, as its last part says it (PKWARE's APPNOTE.TXT, 4.3.12 and 4.3.16).
///
/// The JDK's readers do not tell what an entry is: a file, a folder or a link. This one does, and
/// reads nothing else. Zip64 and archives in parts are refused.
public final class CentralDirectory {
  private static final int END = 0x06054b50;
  private static final int END_SIZE = 22;
  private static final int HEADER = 0x02014b50;
  private static final int HEADER_SIZE = 46;
  private static final int FORMAT_MASK = 0170000;

  private CentralDirectory() {}

  /// An entry, as the list describes it.
  ///
  /// @param size in bytes, unpacked, as the list says it, which may be a lie
  /// @param kind its file type as Unix writes it, 0 when the archive was made elsewhere
  public record ZipItem(String name, long size, int kind) {
    private static final int REGULAR = 0100000;
    private static final int FOLDER = 0040000;

    /// Returns whether its name ends in a slash.
    public boolean isFolder() {
      return name.endsWith("/");
    }

    /// The name without the slash.
    public String path() {
      return isFolder() ? name.substring(0, name.length() - 1) : name;
    }

    /// Returns whether it is something else than a file or a folder: a link, a device, a pipe.
    public boolean isSpecial() {
      return kind != 0 && kind != (isFolder() ? FOLDER : REGULAR);
    }
  }

  /// The entries of an archive in their order.
  ///
  /// @throws ArchiveException when this is no zip
  public static List<ZipItem> read(byte[] zip) throws IOException {
    var bytes = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
    int end = zip.length - END_SIZE; // a comment behind it is not allowed, so it is in one place
    if (end < 0 || bytes.getInt(end) != END) {
      throw new ArchiveException("an archive is a zip without a comment, and this is none");
    }
    int count = bytes.getShort(end + 10) & 0xffff;
    int from = bytes.getInt(end + 16);
    if (from < 0 || bytes.getInt(end + 12) != end - from || bytes.getShort(end + 4) != 0) {
      throw new ArchiveException("an archive's list of entries lies before its end, in one part");
    }
    var entries = new ArrayList<ZipItem>();
    int at = from;
    while (at + HEADER_SIZE <= end && bytes.getInt(at) == HEADER) {
      int nameSize = bytes.getShort(at + 28) & 0xffff;
      int rest = (bytes.getShort(at + 30) & 0xffff) + (bytes.getShort(at + 32) & 0xffff);
      int next = at + HEADER_SIZE + nameSize + rest;
      if (next > end) {
        break;
      }
      boolean unix = (bytes.getShort(at + 4) & 0xff00) == 0x0300;
      entries.add(
          new ZipItem(
              new String(zip, at + HEADER_SIZE, nameSize, StandardCharsets.UTF_8),
              bytes.getInt(at + 24) & 0xffff_ffffL,
              unix ? bytes.getInt(at + 38) >>> 16 & FORMAT_MASK : 0));
      at = next;
    }
    if (at != end || entries.size() != count) {
      throw new ArchiveException(
          "an archive lists all its entries, %d, got %d".formatted(count, entries.size()));
    }
    return entries;
  }
}
