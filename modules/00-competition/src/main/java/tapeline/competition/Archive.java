package tapeline.competition;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import tapeline.toolkit.Sha256;

/// Packs an entry, and unpacks one that another team has packed.
public final class Archive {
  /// The file that is no part of the code hash: it holds it.
  public static final String MANIFEST = "manifest.json";

  private static final LocalDateTime WHEN = LocalDateTime.of(1980, 1, 1, 0, 0);

  private Archive() {}

  /// The files below a folder by their names, `src/mine/Product.java` for example, in the order of
  /// the names' code units. Files that a system put there, such as `.DS_Store`, are left out.
  ///
  /// @throws ArchiveException when there is something else than files and folders, or a name breaks
  ///   the rules of archives
  public static SortedMap<String, Path> files(Path folder) throws IOException {
    var files = new TreeMap<String, Path>();
    List<Path> all;
    try (var walk = Files.walk(folder)) {
      all = walk.toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (var path : all) {
      if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      var name = PlainNames.composed(folder.relativize(path).toString().replace('\\', '/'));
      if (PlainNames.isAdded(name)) {
        continue;
      }
      if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        throw new ArchiveException("an entry consists of files, got the link or device " + name);
      }
      ArchiveRules.requireName(name);
      ArchiveRules.requireNoClass(name);
      files.put(name, path);
    }
    return files;
  }

  /// SHA-256 in hex over all files but the manifest, in the order of their names: for each the
  /// name's length and bytes, and the content's length and bytes, lengths as 8 bytes.
  ///
  /// @throws ArchiveException see [#files]
  public static String hash(Path folder) throws IOException {
    var sha = sha256();
    for (var file : files(folder).entrySet()) {
      if (!file.getKey().equals(MANIFEST)) {
        update(sha, file.getKey().getBytes(StandardCharsets.UTF_8));
        update(sha, Files.readAllBytes(file.getValue()));
      }
    }
    return HexFormat.of().formatHex(sha.digest());
  }

  /// Packs a folder. The same files give the same bytes, wherever and whenever: names in order, one
  /// date, and no compression, which differs between versions of zlib.
  ///
  /// @throws ArchiveException see [#files]
  public static void pack(Path folder, Path zip) throws IOException {
    requireOutside(folder, zip);
    try (var out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(zip)))) {
      for (var file : files(folder).entrySet()) {
        byte[] bytes = Files.readAllBytes(file.getValue());
        out.putNextEntry(stored(file.getKey(), bytes));
        out.write(bytes);
      }
    }
  }

  /// An entry that is not compressed, with the date of all entries.
  private static ZipEntry stored(String name, byte[] bytes) {
    var crc = new CRC32();
    crc.update(bytes);
    var entry = new ZipEntry(name);
    entry.setTimeLocal(WHEN);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    entry.setCrc(crc.getValue());
    return entry;
  }

  private static void requireOutside(Path folder, Path zip) throws ArchiveException {
    if (zip.toAbsolutePath().normalize().startsWith(folder.toAbsolutePath().normalize())) {
      throw new ArchiveException("an archive lies outside of what it packs, got " + zip);
    }
  }

  private static void update(MessageDigest sha, byte[] bytes) {
    sha.update(ByteBuffer.allocate(Long.BYTES).putLong(bytes.length).flip());
    sha.update(bytes);
  }

  private static MessageDigest sha256() {
    return Sha256.digest();
  }

  /// Unpacks an unread archive into a new or empty folder. Nothing is written unless all of it
  /// keeps the rules, and nothing outside of the folder.
  ///
  /// @throws ArchiveException naming the rule that is broken
  public static void unpack(Path zip, Path folder, Event.EventLimits limits) throws IOException {
    long most = 1024L * limits.archiveKiB();
    if (Files.size(zip) > 2 * most + 1024 * 1024) {
      throw new ArchiveException(
          "an archive unpacks to %d KiB at most, got a file of %d bytes"
              .formatted(limits.archiveKiB(), Files.size(zip)));
    }
    Files.createDirectories(folder);
    try (var list = Files.list(folder)) {
      if (list.findAny().isPresent()) {
        throw new ArchiveException("an archive is unpacked into an empty folder, got " + folder);
      }
    }
    for (var file : contents(Files.readAllBytes(zip), most).entrySet()) {
      var path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
  }

  /// The files of an archive by name: see [PlainNames].
  ///
  /// @param most bytes of all of them together
  public static SortedMap<String, byte[]> contents(byte[] zip, long most) throws IOException {
    var all = CentralDirectory.read(zip);
    var around =
        PlainNames.around(
            all.stream().map(i -> i.name()).filter(n -> !PlainNames.isAdded(n)).toList());
    var items = PlainNames.of(all, around);
    ArchiveRules.requireItems(items);
    var names = new HashSet<String>();
    items.stream().filter(i -> !i.isFolder()).forEach(i -> names.add(i.name()));
    ArchiveRules.requireFolders(names);
    var files = new TreeMap<String, byte[]>();
    long left = most;
    try (var in = new ZipInputStream(new ByteArrayInputStream(zip))) {
      for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        var bytes = ArchiveRules.read(in, entry.isDirectory() ? 0 : left);
        left -= bytes.length;
        if (entry.isDirectory() || PlainNames.isAdded(entry.getName())) {
          continue;
        }
        var inside = entry.getName().startsWith(around) ? around.length() : 0;
        var name = PlainNames.composed(entry.getName().substring(inside));
        if (!names.remove(name)) {
          throw new ArchiveException("an archive lists its entries once, got " + name);
        }
        ArchiveRules.requireNoClass(name);
        files.put(name, bytes);
      }
    } catch (ZipException | EOFException | IllegalArgumentException e) {
      throw new ArchiveException("an archive can be read to its end: " + e.getMessage());
    }
    if (!names.isEmpty()) {
      throw new ArchiveException("an archive holds what it lists, got no " + names);
    }
    return files;
  }
}
