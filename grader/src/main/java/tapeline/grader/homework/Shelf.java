package tapeline.grader.homework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import tapeline.grader.course.Course;

/// A folder for what cells are shown: root's cells run as another user, who has to be able to get
/// there.
///
/// @param folder the course's own, or a passing one where that cannot be reached
record Shelf(Path folder, boolean isPassing) implements AutoCloseable {

  static Shelf of(Course course) {
    var own = course.target().resolve("sandbox").toAbsolutePath();
    try {
      Files.createDirectories(own);
      if (!System.getProperty("user.name").equals("root") || isOpen(own)) {
        return new Shelf(own, false);
      }
      var open = PosixFilePermissions.fromString("rwxr-xr-x");
      var passing = Files.createTempDirectory("tapeline-sandbox");
      Files.setPosixFilePermissions(passing, open);
      return new Shelf(passing, true);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder for the sandbox", e);
    }
  }

  /// Whether everybody may go into `folder`.
  private static boolean isOpen(Path folder) throws IOException {
    for (var p = folder; p != null; p = p.getParent()) {
      if (!Files.getPosixFilePermissions(p).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    if (isPassing) {
      SealedRuntime.delete(folder);
    }
  }
}
