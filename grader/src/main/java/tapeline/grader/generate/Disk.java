package tapeline.grader.generate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Optional;

/// Files as the course compares and writes them: whole, and with `\n` for a line end.
public final class Disk {
  /// The byte order mark of UTF-8.
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private Disk() {}

  /// The path of `file` from `folder`, with `/` between names on every system.
  public static String name(Path folder, Path file) {
    var names = new ArrayList<String>();
    folder.relativize(file).forEach(n -> names.add(n.toString()));
    return String.join("/", names);
  }

  /// The file's bytes, as [#normal] leaves them.
  public static byte[] read(Path file) {
    try {
      return normal(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /// The file's text with `\n` for a line end.
  public static String text(Path file) {
    return new String(read(file), StandardCharsets.UTF_8);
  }

  /// The bytes as text; empty when they are no UTF-8.
  public static Optional<String> utf8(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }

  /// Text without a byte order mark, and with `\n` for `\r\n`, which Git writes on Windows; bytes
  /// with a NUL are no text and stay.
  public static byte[] normal(byte[] bytes) {
    if (!isText(bytes)) {
      return bytes;
    }
    var out = new ByteArrayOutputStream(bytes.length);
    boolean marked = bytes.length > 2 && Arrays.equals(bytes, 0, 3, MARK, 0, 3);
    for (int i = marked ? 3 : 0; i < bytes.length; i++) {
      boolean crlf = bytes[i] == '\r' && i + 1 < bytes.length && bytes[i + 1] == '\n';
      if (!crlf) {
        out.write(bytes[i]);
      }
    }
    return out.toByteArray();
  }

  /// Returns whether no byte is NUL.
  static boolean isText(byte[] bytes) {
    for (byte b : bytes) {
      if (b == 0) {
        return false;
      }
    }
    return true;
  }

  /// Writes the whole file or, when that fails, leaves the old one whole.
  public static void write(Path file, byte[] bytes) {
    long pid = ProcessHandle.current().pid();
    var beside = file.resolveSibling(".%s.%d.new".formatted(file.getFileName(), pid));
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      try {
        Files.write(beside, bytes);
        Files.move(
            beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(beside);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  public static void write(Path file, String text) {
    write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /// Copies `file` to `file.mine`, or `.mine.2` and so on, never over an older copy.
  public static Path keep(Path file) {
    return keep(file, ".mine");
  }

  /// Copies `file` to a file beside it whose name has this ending, or `.2` and so on behind it.
  public static Path keep(Path file, String ending) {
    for (int i = 1; ; i++) {
      var copy = file.resolveSibling(file.getFileName() + ending + (i == 1 ? "" : "." + i));
      try {
        return Files.copy(file, copy);
      } catch (FileAlreadyExistsException _) {
        // an older version, which stays
      } catch (IOException e) {
        throw new UncheckedIOException("cannot keep " + file + " as " + copy, e);
      }
    }
  }

  /// Deletes `file`, and the folders below `root` that it leaves empty.
  static void delete(Path root, Path file) {
    try {
      Files.delete(file);
      for (var folder = file.getParent();
          folder != null && !folder.equals(root);
          folder = folder.getParent()) {
        try (var rest = Files.list(folder)) {
          if (rest.findAny().isPresent()) {
            return;
          }
        }
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + file, e);
    }
  }
}
