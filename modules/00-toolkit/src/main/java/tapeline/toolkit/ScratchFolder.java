package tapeline.toolkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
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

  /// A new one, `tapeline-PURPOSE…`. Those of this purpose that this user's processes have left
  /// behind are deleted.
  public static ScratchFolder of(String purpose) throws IOException {
    return in(Path.of(System.getProperty("java.io.tmpdir")), purpose);
  }

  /// Makes a scratch folder in the folder `parent`.
  public static ScratchFolder in(Path parent, String purpose) throws IOException {
    var folder = parent.toRealPath(); // a link to it is the same folder
    while (true) {
      var path = Files.createTempDirectory(folder, PREFIX + purpose);
      var file = beside(path);
      OWN.add(file);
      var lock = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lock.tryLock() != null && Files.isDirectory(path)) {
        deleteLeftovers(folder, PREFIX + purpose, Files.getOwner(path));
        return new ScratchFolder(path, lock);
      }
      lock.close(); // another process took it for a leftover in between
      OWN.remove(file);
    }
  }

  private static Path beside(Path folder) {
    return folder.resolveSibling(folder.getFileName() + LOCK);
  }

  private static void deleteLeftovers(Path parent, String prefix, UserPrincipal user)
      throws IOException {
    try (var list = Files.newDirectoryStream(parent, prefix + "*" + LOCK)) {
      for (var file : list) {
        if (!OWN.contains(file)) {
          deleteIfNobodys(file, user);
        }
      }
    }
  }

  /// Another user's is left alone: the owner could put a link in the place of a folder in it.
  private static void deleteIfNobodys(Path file, UserPrincipal user) {
    var name = file.getFileName().toString();
    var folder = file.resolveSibling(name.substring(0, name.length() - LOCK.length()));
    try {
      if (!isOf(user, file) || !isOf(user, folder)) {
        return;
      }
      try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        if (channel.tryLock() != null) {
          delete(folder);
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | OverlappingFileLockException _) {
      // deleted by another process at this moment, or this process's own
    }
  }

  private static boolean isOf(UserPrincipal user, Path path) throws IOException {
    return !Files.exists(path, LinkOption.NOFOLLOW_LINKS)
        || Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).equals(user);
  }

  /// Closes the folder when this JVM ends, and returns it.
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
