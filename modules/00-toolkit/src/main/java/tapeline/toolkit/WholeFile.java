package tapeline.toolkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Writes files that are complete whenever they are there: a reader, or a process that is killed
/// halfway, leaves the old file or the new one.
public final class WholeFile {
  private WholeFile() {}

  /// Writes a file's content to another place.
  public interface Content {
    void write(Path file) throws IOException;
  }

  /// Replaces `file`, and makes the folders on the way. The content is first written beside it, to
  /// `.PID-THREAD.NAME`, which does not stay when writing fails.
  public static void write(Path file, Content content) throws IOException {
    var folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      throw new IOException("%s is a root, and no file".formatted(file));
    }
    Files.createDirectories(folder);
    long pid = ProcessHandle.current().pid();
    long thread = Thread.currentThread().threadId();
    var part = folder.resolve(".%d-%d.%s".formatted(pid, thread, file.getFileName()));
    try {
      content.write(part);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
