package tapeline.instructor.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;

/// Folders for cells, whose programs may run as another user. Where a file system has no users,
/// nothing is changed.
public final class OpenFolder {
  private OpenFolder() {}

  /// Lets everybody read `folder`, and returns it.
  public static Path toRead(Path folder) throws IOException {
    return with("rwxr-xr-x", folder);
  }

  /// Lets everybody write into `folder`, and returns it.
  public static Path toWrite(Path folder) throws IOException {
    return with("rwxrwxrwx", folder);
  }

  private static Path with(String permissions, Path folder) throws IOException {
    if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
    }
    return folder;
  }

  /// Returns whether everybody may go into `folder`, and into all above it.
  public static boolean isOpen(Path folder) throws IOException {
    for (var p = folder.toAbsolutePath(); p != null; p = p.getParent()) {
      if (!Files.getPosixFilePermissions(p).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return false;
      }
    }
    return true;
  }
}
