package tapeline.instructor.homework;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// Unpacks the archives of one submission, which anybody may have made: nothing lands outside its
/// folder, no link is made, and what is unpacked from all of them together has a limit that counts
/// bytes, not what an archive says.
public final class SafeZip {
  private static final int MOST_ENTRIES = 5_000;
  private static final int MOST_LISTED = 100_000;
  private static final long MOST_BYTES = 64 << 20;
  private static final long LARGEST_ARCHIVE = 256 << 20;
  private static final int LONGEST_NAME = 255; // bytes, as file systems have it

  /// The code page of names that are not marked as UTF-8, as Windows packs them.
  private static final Charset WINDOWS = Charset.forName("IBM437");

  private final Predicate<String> wanted;
  private long bytesLeft = MOST_BYTES;
  private int entriesLeft = MOST_ENTRIES;

  /// @param wanted whether an entry of this name is unpacked, and counts
  SafeZip(Predicate<String> wanted) {
    this.wanted = wanted;
  }

  /// Unpacks `zip` into `folder`.
  ///
  /// @throws Refused when an entry is none that homework needs, or the archive is broken
  void unpack(Path zip, Path folder) throws IOException, Refused {
    if (Files.size(zip) > LARGEST_ARCHIVE) {
      throw new Refused("the archive has more than " + (LARGEST_ARCHIVE >> 20) + " MiB");
    }
    try (var arena = Arena.ofConfined();
        var channel = FileChannel.open(zip)) {
      var bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      refuseLinks(bytes.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN));
    }
    try (var archive = opened(zip)) {
      if (archive.size() > MOST_LISTED) {
        throw new Refused("the archive lists more than %,d entries".formatted(MOST_LISTED));
      }
      var seen = new HashSet<Path>();
      var folders = new HashSet<Path>();
      var names = new HashMap<String, Path>();
      for (var entries = archive.entries(); entries.hasMoreElements(); ) {
        var entry = entries.nextElement();
        var target = target(entry.getName(), folder);
        if (entry.isDirectory() || !wanted.test(entry.getName())) {
          continue;
        }
        entriesLeft--;
        if (!seen.add(target)) {
          throw new Refused("the archive has two entries called " + shown(entry.getName()));
        }
        requireOneSpelling(target, folder, names);
        if (Files.isDirectory(target) || isBelowOne(target, seen)) {
          throw new Refused(
              "an entry of the archive is a file and a folder: " + shown(entry.getName()));
        }
        for (var p = target.getParent();
            p != null && !p.equals(folder) && folders.add(p);
            p = p.getParent()) {
          entriesLeft--;
        }
        if (entriesLeft < 0) {
          throw new Refused(
              "the archive has more than %,d files and folders".formatted(MOST_ENTRIES));
        }
        Files.createDirectories(target.getParent());
        try (var in = archive.getInputStream(entry);
            var out = Files.newOutputStream(target)) {
          var buffer = new byte[1 << 16];
          for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            bytesLeft -= n;
            if (bytesLeft < 0) {
              throw new Refused(
                  "unpacked, the archive has more than " + (MOST_BYTES >> 20) + " MiB");
            }
            out.write(buffer, 0, n);
          }
        }
      }
    } catch (ZipException | EOFException | IllegalArgumentException e) {
      throw new Refused("the archive is broken: " + shown(String.valueOf(e.getMessage())));
    }
  }

  private static ZipFile opened(Path zip) throws IOException {
    try {
      return new ZipFile(zip.toFile(), UTF_8);
    } catch (ZipException _) {
      return new ZipFile(zip.toFile(), WINDOWS);
    }
  }

  /// Some disks do not tell capitals from small letters, an accent from the letter that has it, or
  /// a name from one with a dot behind it: there one file would replace another.
  ///
  /// @param names of files and folders as such disks have them, with how they were spelled
  private static void requireOneSpelling(Path target, Path folder, Map<String, Path> names)
      throws Refused {
    for (var p = target; p != null && !p.equals(folder); p = p.getParent()) {
      var name = folder.relativize(p);
      var plain =
          Normalizer.normalize(name.toString(), Normalizer.Form.NFC)
              .toLowerCase(Locale.ROOT)
              .replaceAll("\\.+(?=[/\\\\]|$)", "");
      var other = names.putIfAbsent(plain, name);
      if (other != null && !other.equals(name)) {
        throw new Refused(
            "two names in the archive are one on some disks: %s and %s"
                .formatted(shown(other.toString()), shown(name.toString())));
      }
    }
  }

  private static boolean isBelowOne(Path target, Set<Path> files) {
    for (var p = target.getParent(); p != null; p = p.getParent()) {
      if (files.contains(p)) {
        return true;
      }
    }
    return false;
  }

  private static Path target(String name, Path folder) throws Refused {
    var plain = name.replace('\\', '/');
    if (plain.startsWith("/") || plain.matches("[A-Za-z]:.*") || plain.indexOf('\0') >= 0) {
      throw new Refused("an entry's path leaves the archive: " + shown(name));
    }
    if (List.of(plain.split("/", -1)).contains("..")) {
      throw new Refused("an entry's path leaves the archive: " + shown(name));
    }
    for (var part : plain.split("/", -1)) {
      if (part.getBytes(UTF_8).length > LONGEST_NAME) {
        throw new Refused(
            "a name in the archive has more than %d bytes: %s"
                .formatted(LONGEST_NAME, shown(part)));
      }
    }
    var target = folder.resolve(plain).normalize();
    if (!target.startsWith(folder) || plain.length() > 400) {
      throw new Refused("an entry's path leaves the archive: " + shown(name));
    }
    return target;
  }

  /// Looks through the archive's directory for entries that are links on Unix.
  private void refuseLinks(ByteBuffer zip) throws Refused {
    int end = zip.limit() - 22;
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
        var bytes = new byte[Math.min(nameLength, end - i - 46)];
        zip.get(i + 46, bytes);
        var name = new String(bytes, UTF_8);
        if (wanted.test(name)) {
          throw new Refused("an entry of the archive is a link or a device: " + shown(name));
        }
      }
      at +=
          46L
              + nameLength
              + Short.toUnsignedInt(zip.getShort(i + 30))
              + Short.toUnsignedInt(zip.getShort(i + 32));
    }
  }

  private static String shown(String name) {
    var plain = name.replaceAll("[^\\p{L}\\p{N}_./ \\\\$:,()-]", "?");
    return plain.length() > 120 ? plain.substring(0, 120) + "…" : plain;
  }

  /// Returns whether a file is an archive by its name.
  public static boolean isZip(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(".zip");
  }
}
