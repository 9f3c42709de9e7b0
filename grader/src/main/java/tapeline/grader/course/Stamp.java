package tapeline.grader.course;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;

/// A text that changes when one of some files does: each file's name, size and time.
public final class Stamp {
  private Stamp() {}

  /// The stamp of `files`; one that does not exist counts as empty.
  public static String of(List<Path> files) {
    var text = new StringBuilder();
    for (var p : files) {
      var file = p.toFile();
      text.append(p).append(' ').append(file.length()).append(' ');
      text.append(file.lastModified()).append('\n');
    }
    return text.toString();
  }

  /// A number for a stamp, to be part of another one.
  public static long checksum(String stamp) {
    var checksum = new CRC32();
    checksum.update(stamp.getBytes(StandardCharsets.UTF_8));
    return checksum.getValue();
  }
}
