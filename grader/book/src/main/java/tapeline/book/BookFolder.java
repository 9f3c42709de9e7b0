package tapeline.book;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import tapeline.grader.course.Course;

/// A folder that a book fills. A file in it has the names of all the book's files: these alone are
/// ever deleted.
record BookFolder(Path path) {
  /// The file with the names: the first that is written, and the last that is deleted.
  private static final String NAMES = ".tapeline-book";

  /// Makes the folder for files of these names, which are relative to it.
  void make(Collection<String> names) throws IOException {
    Files.write(Files.createDirectories(path).resolve(NAMES), names);
  }

  /// Refuses a folder in which something lies that no book has written there.
  ///
  /// @throws IllegalArgumentException with the name of what lies there
  void refuseOthers() throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    if (!Files.isDirectory(path)) {
      throw new NotDirectoryException(path.toString());
    }
    var own = own();
    try (var top = Files.list(path)) { // of another folder nothing more is looked at
      top.sorted().forEach(entry -> requireOwn(entry, own));
    }
    Course.entries(path).forEach(entry -> requireOwn(entry, own));
  }

  private void requireOwn(Path entry, Set<Path> own) {
    if (!own.contains(entry)) {
      throw new IllegalArgumentException(
          "%s holds %s, which is on no book's list: choose another folder, or delete it if an earlier version wrote it"
              .formatted(path, path.relativize(entry)));
    }
  }

  /// Deletes the book and the folder.
  ///
  /// @throws IllegalArgumentException as [#refuseOthers]
  void delete() throws IOException {
    refuseOthers();
    if (!Files.exists(path)) {
      return;
    }
    var own = own();
    own.remove(path);
    own.remove(path.resolve(NAMES));
    for (var entry : Course.entries(path).reversed()) {
      if (own.contains(entry)) {
        Files.delete(entry);
      }
    }
    Files.deleteIfExists(path.resolve(NAMES));
    Files.delete(path);
  }

  /// The folder itself, the file with the names, and each file that it names with the folders
  /// around it.
  private Set<Path> own() {
    var own = new HashSet<Path>();
    own.add(path);
    var names = path.resolve(NAMES);
    if (Files.exists(names)) {
      own.add(names);
      for (var name : Course.read(names).lines().toList()) {
        var inside = Path.of(name);
        for (int i = 1; i <= inside.getNameCount(); i++) {
          own.add(path.resolve(inside.subpath(0, i)));
        }
      }
    }
    return own;
  }
}
