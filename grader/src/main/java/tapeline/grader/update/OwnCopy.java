package tapeline.grader.update;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import tapeline.grader.course.Course;
import tapeline.grader.generate.Disk;

/// A learner's version of a file, kept where it is in the way of nothing: a notebook in
/// `notebooks/mine`, any other as `FlatTape.java.mine` beside the file.
final class OwnCopy {
  private OwnCopy() {}

  /// Writes the copy, never over an older one; one with the same bytes is the copy.
  static Path of(Course course, String path, byte[] bytes) {
    var file = course.root().resolve(path);
    boolean notebook = path.endsWith(".ipynb");
    var name = file.getFileName().toString().replaceFirst("\\.ipynb$", "");
    for (int i = 1; ; i++) {
      var number = i == 1 ? "" : "." + i;
      var copy =
          notebook
              ? course.root().resolve("notebooks/mine").resolve(name + number + ".ipynb")
              : file.resolveSibling(name + ".mine" + number);
      if (!Files.exists(copy)) {
        Disk.write(copy, bytes);
        return copy;
      } else if (!copy.equals(file) && Arrays.equals(Disk.read(copy), bytes)) {
        return copy;
      }
    }
  }
}
