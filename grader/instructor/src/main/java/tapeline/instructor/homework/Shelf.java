package tapeline.instructor.homework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.toolkit.ScratchFolder;

/// A folder for what cells are shown: root's cells run as another user, who has to be able to get
/// there.
///
/// @param folder the course's own, or a passing one where that cannot be reached
/// @param passing the latter, which is deleted in the end
record Shelf(Path folder, @Nullable ScratchFolder passing) implements AutoCloseable {

  static Shelf of(Course course) {
    var own = course.target().resolve("sandbox").toAbsolutePath();
    try {
      Files.createDirectories(own);
      if (!System.getProperty("user.name").equals("root") || isOpen(own)) {
        return new Shelf(own, null);
      }
      var open = PosixFilePermissions.fromString("rwxr-xr-x");
      var passing = ScratchFolder.of("sandbox");
      Files.setPosixFilePermissions(passing.path(), open);
      return new Shelf(passing.path(), passing);
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

  boolean isPassing() {
    return passing != null;
  }

  @Override
  public void close() {
    if (passing != null) {
      try {
        passing.close();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot delete the sandbox's folder", e);
      }
    }
  }
}
