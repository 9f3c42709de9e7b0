package tapeline.instructor.homework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.instructor.sandbox.OpenFolder;
import tapeline.instructor.sandbox.Sandbox;
import tapeline.toolkit.ScratchFolder;

/// The place where one process grades: a folder that is kept, with what cells are shown; in it a
/// folder for temporary work; and the cells' sandbox.
///
/// Root's cells run as another user, who has to be able to get to the kept folder.
///
/// @param kept the course's own, or a passing one where that cannot be reached
/// @param passing the latter, which is deleted in the end; else null
/// @param work deleted in the end
record WorkFolder(Path kept, @Nullable ScratchFolder passing, ScratchFolder work, Sandbox sandbox)
    implements AutoCloseable {
  private static final String WORK = "work";

  /// A new one for the submissions to `course`.
  static WorkFolder of(Course course) {
    try {
      var own = Files.createDirectories(course.target().resolve("sandbox").toAbsolutePath());
      if (!System.getProperty("user.name").equals("root") || OpenFolder.isOpen(own)) {
        return on(own, null);
      }
      var passing = ScratchFolder.of("sandbox");
      return on(OpenFolder.toRead(passing.path()), passing);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder for the sandbox", e);
    }
  }

  private static WorkFolder on(Path kept, @Nullable ScratchFolder passing) throws IOException {
    var work = ScratchFolder.in(kept, WORK);
    OpenFolder.toRead(work.path());
    return new WorkFolder(kept, passing, work, Sandbox.in(kept));
  }

  /// Returns whether more than one works in a kept folder.
  static boolean othersWork(Path kept) {
    var names = kept.toFile().list((_, name) -> name.matches("tapeline-" + WORK + "\\d+"));
    return names != null && names.length > 1;
  }

  Path path() {
    return work.path();
  }

  /// A warning for the instructor to read before all else; null when there is none.
  @Nullable String warning() {
    return sandbox.isWalled()
        ? null
        : "NO SANDBOX: %s. This code ran with your rights: it could read and change your files"
            .formatted(sandbox.missing());
  }

  /// The course's datasets, where cells can be shown them.
  Path data(Course course) {
    var data = course.root().resolve("datasets");
    try {
      return Files.isDirectory(data)
          ? data.toRealPath()
          : Files.createDirectories(path().resolve("datasets"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      work.close();
      if (passing != null) {
        passing.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the sandbox's folder", e);
    }
  }
}
