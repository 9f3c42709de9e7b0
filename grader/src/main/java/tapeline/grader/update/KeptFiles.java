package tapeline.grader.update;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tapeline.grader.course.Course;
import tapeline.grader.generate.Disk;

/// The learner's files while an update goes on, beside the commits from which and to which it goes.
/// The folder holds all of that or does not exist.
record KeptFiles(Course course, Path folder) {
  /// The file that holds the commits before and behind an update, a line each.
  private static final String COMMITS = ".commits";

  boolean exist() {
    return Files.isDirectory(folder);
  }

  /// Keeps those of the files that exist.
  void keep(Set<String> paths, String head, String target) {
    delete(part());
    for (var path : paths) {
      if (Files.exists(course.root().resolve(path))) {
        copy(course.root().resolve(path), part().resolve(path));
      }
    }
    Disk.write(part().resolve(COMMITS), head + "\n" + target + "\n");
    move(part(), folder);
  }

  /// The files' paths from the course's root.
  List<String> paths() {
    return Course.files(folder, _ -> true).stream()
        .map(own -> Disk.name(folder, own))
        .filter(path -> !path.equals(COMMITS))
        .toList();
  }

  /// The commits before and behind the update; empty where an older version of the course kept the
  /// files.
  Optional<List<String>> commits() {
    var file = folder.resolve(COMMITS);
    return Files.exists(file) ? Optional.of(Course.read(file).lines().toList()) : Optional.empty();
  }

  byte[] bytes(String path) {
    return Disk.read(folder.resolve(path));
  }

  /// Puts them where they were.
  void putBack() {
    paths().forEach(path -> copy(folder.resolve(path), course.root().resolve(path)));
  }

  /// Copies the kept version to where it is in no one's way, and says where.
  String beside(String path) {
    return Disk.name(course.root(), OwnCopy.of(course, path, bytes(path)));
  }

  /// Copies a file beside that is not as it was kept.
  void setAside(String path, List<String> notes) {
    var file = course.root().resolve(path);
    var own = folder.resolve(path);
    if (Files.exists(file)
        && !(Files.exists(own) && Arrays.equals(Disk.read(file), Disk.read(own)))) {
      var copy = OwnCopy.of(course, path, Disk.read(file));
      notes.add("%s: what stood here is %s".formatted(path, Disk.name(course.root(), copy)));
    }
  }

  /// Forgets them, all at once.
  void drop() {
    if (exist()) {
      delete(part());
      move(folder, part());
      delete(part());
    }
  }

  private Path part() {
    return folder.resolveSibling("tapeline-update.part");
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot move " + from + " to " + to, e);
    }
  }

  private static void copy(Path from, Path to) {
    try {
      Files.createDirectories(to.getParent());
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy " + from + " to " + to, e);
    }
  }

  /// Deletes a folder, if it is there.
  static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (var all = Files.walk(folder)) {
      for (var p : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(p);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + folder, e);
    }
  }
}
