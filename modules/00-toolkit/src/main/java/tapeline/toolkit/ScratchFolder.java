package tapeline.toolkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A folder for work that passes, in the system's temporary folder. When a process is killed, its
/// folder stays behind, and the next process deletes it.
///
/// Beside the folder lies a file that its process has locked. The system takes the lock away when
/// that process ends, however it ends; so a folder whose lock is free belongs to no process.
///
/// @param path the folder
/// @param lock on the file beside it
public record ScratchFolder(Path path, FileChannel lock) implements AutoCloseable {
  private static final String PREFIX = "tapeline-";
  private static final String LOCK = ".lock";

  /// The files that this process has locked. On Linux, to close such a file a second time gives the
  /// lock away, so they are not even opened.
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  /// A new one, `tapeline-PURPOSE…`. Those of this purpose that were left behind are deleted.
  public static ScratchFolder of(String purpose) throws IOException {
    return in(Path.of(System.getProperty("java.io.tmpdir")), purpose);
  }

  /// The same in the folder `parent`.
  public static ScratchFolder in(Path parent, String purpose) throws IOException {
    var folder = parent.toRealPath(); // a link to it is the same folder
    deleteLeftovers(folder, PREFIX + purpose);
    while (true) {
      var path = Files.createTempDirectory(folder, PREFIX + purpose);
      var file = beside(path);
      OWN.add(file);
      var lock = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lock.tryLock() != null && Files.isDirectory(path)) {
        return new ScratchFolder(path, lock);
      }
      lock.close(); // another process took it for a leftover in between
      OWN.remove(file);
    }
  }

  private static Path beside(Path folder) {
    return folder.resolveSibling(folder.getFileName() + LOCK);
  }

  private static void deleteLeftovers(Path parent, String prefix) throws IOException {
    try (var list = Files.newDirectoryStream(parent, prefix + "*" + LOCK)) {
      for (var file : list) {
        if (!OWN.contains(file)) {
          deleteIfNobodys(file);
        }
      }
    }
  }

  private static void deleteIfNobodys(Path file) {
    var name = file.getFileName().toString();
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      if (channel.tryLock() != null) {
        delete(file.resolveSibling(name.substring(0, name.length() - LOCK.length())));
        Files.deleteIfExists(file);
      }
    } catch (IOException | OverlappingFileLockException _) {
      // another user's, deleted by another process at this moment, or this process's own
    }
  }

  /// The same, which is closed when this JVM ends.
  public ScratchFolder untilTheEnd() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::closeAtTheEnd));
    return this;
  }

  private void closeAtTheEnd() {
    try {
      close();
    } catch (IOException _) {
      // the next process tries again
    }
  }

  /// Deletes the folder and all in it.
  @Override
  public void close() throws IOException {
    try (lock) {
      delete(path);
      Files.deleteIfExists(beside(path));
    }
    OWN.remove(beside(path));
  }

  /// Deletes a folder and all in it, if it is there.
  ///
  /// @throws IOException when something in it cannot be deleted
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
