package tapeline.instructor.homework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.instructor.sandbox.Bubblewrap;

/// Where one process grades: a folder of its own on the [Shelf], and the [Room] that cells stand
/// in.
///
/// @param folder deleted in the end, and by the next run where there was no end
/// @param warning what the instructor should know before all else; null when there is nothing
record Workplace(Shelf shelf, Path folder, Room room, @Nullable String warning)
    implements AutoCloseable {
  private static final Pattern WORK = Pattern.compile("work-(\\d+)-\\d+");

  /// A new one for the submissions to `course`.
  static Workplace of(Course course) {
    var shelf = Shelf.of(course);
    forgetDead(shelf.folder());
    var name = "work-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    var folder = shelf.folder().resolve(name);
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder to work in", e);
    }
    try {
      var room = new Room.Walled(Bubblewrap.in(shelf.folder()));
      return new Workplace(shelf, folder, room, null);
    } catch (Bubblewrap.Unavailable e) {
      var warning =
          "NO SANDBOX: %s. This code ran with your rights: it could read and change your files"
              .formatted(e.getMessage());
      return new Workplace(shelf, folder, new Room.Open(folder), warning);
    }
  }

  /// Deletes what runs that are gone were working on.
  private static void forgetDead(Path shelf) {
    var names = shelf.toFile().list();
    for (var name : names == null ? new String[0] : names) {
      if (WORK.matcher(name).matches() && !isLive(name)) {
        SealedRuntime.delete(shelf.resolve(name));
      }
    }
  }

  /// Whether a folder on the shelf is that of a process that lives.
  private static boolean isLive(String name) {
    var work = WORK.matcher(name);
    return work.matches() && ProcessHandle.of(Long.parseLong(work.group(1))).isPresent();
  }

  /// Whether another process works on this shelf.
  static boolean othersWork(Path shelf) {
    var mine = "work-" + ProcessHandle.current().pid() + "-";
    var names = shelf.toFile().list();
    for (var name : names == null ? new String[0] : names) {
      if (isLive(name) && !name.startsWith(mine)) {
        return true;
      }
    }
    return false;
  }

  /// The course's datasets, where cells can be shown them.
  Path data(Course course) {
    var data = course.root().resolve("datasets");
    try {
      return Files.isDirectory(data)
          ? data.toRealPath()
          : Files.createDirectories(folder.resolve("datasets"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    SealedRuntime.delete(folder);
    shelf.close();
  }
}
