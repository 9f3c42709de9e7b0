package tapeline.laboratory.gpu;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/// Packs a folder as `.tar.gz`, which, unlike a zip, keeps what is executable.
///
/// The format is ustar, POSIX.1-1988: for each file a header of 512 bytes, then its bytes, filled
/// up to a multiple of 512; two empty headers end it.
final class TarGz {
  private static final int BLOCK = 512;
  private static final int NAME = 100;
  private static final int CHECKSUM = 148;
  private static final int PREFIX = 345;
  private static final int LONGEST_PREFIX = 155;

  private final OutputStream out;

  private TarGz(OutputStream out) {
    this.out = out;
  }

  /// Packs the folder, under its own name.
  static void pack(Path folder, Path archive) throws IOException {
    try (var out = new GZIPOutputStream(Files.newOutputStream(archive));
        var files = Files.walk(folder)) {
      var tar = new TarGz(out);
      for (var file : (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
        var name = folder.getFileName() + "/" + folder.relativize(file);
        tar.add(name.replace('\\', '/'), Files.readAllBytes(file), Files.isExecutable(file));
      }
      out.write(new byte[2 * BLOCK]);
    }
  }

  private void add(String name, byte[] content, boolean executable) throws IOException {
    var header = new byte[BLOCK];
    int cut = name.length() <= NAME ? -1 : name.indexOf('/', name.length() - NAME - 1);
    if (name.length() > NAME && (cut < 0 || cut > LONGEST_PREFIX)) {
      throw new IOException("a tar has no room for the name " + name);
    }
    put(header, 0, name.substring(cut + 1));
    put(header, PREFIX, name.substring(0, Math.max(0, cut)));
    put(header, 100, executable ? "0000755" : "0000644");
    put(header, 108, "0000000"); // owner and group: root, or whoever unpacks it
    put(header, 116, "0000000");
    put(header, 124, octal(11, content.length));
    put(header, 136, octal(11, 0)); // the time: the same archive each time
    put(header, CHECKSUM, "        ");
    put(header, 156, "0"); // a file
    put(header, 257, "ustar\00000");
    int sum = 0;
    for (byte b : header) {
      sum += b & 0xff;
    }
    put(header, CHECKSUM, octal(6, sum) + "\0 ");
    out.write(header);
    out.write(content);
    out.write(new byte[Math.floorMod(-content.length, BLOCK)]);
  }

  private static String octal(int digits, long value) {
    return String.format(Locale.ROOT, "%0" + digits + "o", value);
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }
}
