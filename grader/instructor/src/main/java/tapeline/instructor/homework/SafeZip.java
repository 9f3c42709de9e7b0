package tapeline.instructor.homework;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// Unpacks archives that anybody may have made: nothing lands outside its folder, no link is made,
/// and what is unpacked has a limit that counts bytes, not what the archive says.
public final class SafeZip {
  private static final int MOST_ENTRIES = 5_000;
  private static final long MOST_BYTES = 64 << 20;
  private static final long LARGEST_ARCHIVE = 64 << 20;

  private SafeZip() {}

  /// Unpacks `zip` into `folder`.
  ///
  /// @throws Refused when an entry is none that homework needs, or the archive is broken
  public static void unpack(Path zip, Path folder) throws IOException, Refused {
    if (Files.size(zip) > LARGEST_ARCHIVE) {
      throw new Refused("the archive has more than " + (LARGEST_ARCHIVE >> 20) + " MiB");
    }
    refuseLinks(Files.readAllBytes(zip));
    try (var archive = new ZipFile(zip.toFile())) {
      if (archive.size() > MOST_ENTRIES) {
        throw new Refused("the archive has more than %,d entries".formatted(MOST_ENTRIES));
      }
      long left = MOST_BYTES;
      var seen = new HashSet<Path>();
      for (var entries = archive.entries(); entries.hasMoreElements(); ) {
        var entry = entries.nextElement();
        var target = target(entry.getName(), folder);
        if (entry.isDirectory()) {
          continue;
        }
        if (!seen.add(target)) {
          throw new Refused("the archive has two entries called " + shown(entry.getName()));
        }
        Files.createDirectories(target.getParent());
        try (var in = archive.getInputStream(entry);
            var out = Files.newOutputStream(target)) {
          var buffer = new byte[1 << 16];
          for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            left -= n;
            if (left < 0) {
              throw new Refused(
                  "unpacked, the archive has more than " + (MOST_BYTES >> 20) + " MiB");
            }
            out.write(buffer, 0, n);
          }
        }
      }
    } catch (ZipException | IllegalArgumentException e) {
      throw new Refused("the archive is broken: " + e.getMessage());
    } catch (FileSystemException e) {
      throw new Refused("an entry of the archive is a file and a folder: " + shown(e.getFile()));
    }
  }

  private static Path target(String name, Path folder) throws Refused {
    var plain = name.replace('\\', '/');
    if (plain.startsWith("/") || plain.matches("[A-Za-z]:.*") || plain.indexOf('\0') >= 0) {
      throw new Refused("an entry's path leaves the archive: " + shown(name));
    }
    if (List.of(plain.split("/", -1)).contains("..")) {
      throw new Refused("an entry's path leaves the archive: " + shown(name));
    }
    var target = folder.resolve(plain).normalize();
    if (!target.startsWith(folder) || plain.length() > 400) {
      throw new Refused("an entry's path leaves the archive: " + shown(name));
    }
    return target;
  }

  /// Looks through the archive's directory for entries that are links on Unix.
  private static void refuseLinks(byte[] bytes) throws Refused {
    var zip = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int end = bytes.length - 22;
    while (end >= 0 && zip.getInt(end) != 0x06054b50) {
      end--;
    }
    if (end < 0) {
      throw new Refused("the archive is no zip");
    }
    long at = Integer.toUnsignedLong(zip.getInt(end + 16));
    while (at + 46 <= end && zip.getInt((int) at) == 0x02014b50) {
      int i = (int) at;
      int mode = zip.getInt(i + 38) >>> 16;
      int nameLength = Short.toUnsignedInt(zip.getShort(i + 28));
      if ((mode & 0xF000) != 0 && (mode & 0xF000) != 0x8000 && (mode & 0xF000) != 0x4000) {
        var name = new String(bytes, i + 46, Math.min(nameLength, end - i - 46), UTF_8);
        throw new Refused("an entry of the archive is a link or a device: " + shown(name));
      }
      at +=
          46L
              + nameLength
              + Short.toUnsignedInt(zip.getShort(i + 30))
              + Short.toUnsignedInt(zip.getShort(i + 32));
    }
  }

  private static String shown(String name) {
    var plain = name.replaceAll("[^\\w./ \\\\$-]", "?");
    return plain.length() > 120 ? plain.substring(0, 120) + "…" : plain;
  }

  /// Whether a file is an archive by its name.
  public static boolean isZip(Path file) {
    return file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".zip");
  }
}
