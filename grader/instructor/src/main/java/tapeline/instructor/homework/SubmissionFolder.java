package tapeline.instructor.homework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;

/// Finds the modules in what a student handed in: at the top, below `modules/`, or in a folder or
/// two around them; in an archive, or in an archive in a folder.
public final class SubmissionFolder {
  private static final int DEEPEST = 4;

  private SubmissionFolder() {}

  /// The folder that holds some of `modules`.
  ///
  /// @param scratch where archives are unpacked
  /// @throws Refused when no module is there, or an archive is not as it has to be
  public static Path find(Path handedIn, Path scratch, Set<String> modules)
      throws IOException, Refused {
    var top = handedIn;
    if (!Files.isDirectory(handedIn, LinkOption.NOFOLLOW_LINKS)) {
      SafeZip.unpack(handedIn, scratch);
      top = scratch;
    }
    var found = search(top, modules);
    if (found == null) {
      int n = 0;
      for (var zip : Course.files(top, SafeZip::isZip)) {
        SafeZip.unpack(zip, scratch.resolve("inner-" + n++));
      }
      found = n == 0 ? null : search(scratch, modules);
    }
    if (found == null) {
      throw new Refused("there is no folder called " + String.join(" or ", new TreeSet<>(modules)));
    }
    return found;
  }

  private static @Nullable Path search(Path top, Set<String> modules) throws IOException {
    if (!Files.isDirectory(top)) {
      return null;
    }
    var queue = new ArrayDeque<Path>();
    queue.add(top);
    while (!queue.isEmpty()) {
      var folder = queue.remove();
      try (var inside = Files.newDirectoryStream(folder)) {
        for (var p : inside) {
          if (!Files.isDirectory(p, LinkOption.NOFOLLOW_LINKS)) {
            continue;
          }
          if (modules.contains(p.getFileName().toString())) {
            return folder;
          }
          if (top.relativize(p).getNameCount() < DEEPEST) {
            queue.add(p);
          }
        }
      }
    }
    return null;
  }
}
