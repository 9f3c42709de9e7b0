package tapeline.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// The course's classes that cells see, as copies in one folder that stays the same: a compiler's
/// class path can grow, but nothing ever leaves it.
final class ShownClasses {
  private final Path folder;

  ShownClasses() {
    try {
      folder = Files.createTempDirectory("tapeline-classes");
    } catch (IOException e) {
      throw new UncheckedIOException("the kernel needs a folder for classes", e);
    }
  }

  Path folder() {
    return folder;
  }

  /// Shows what is in these folders, and nothing else; the first that has a class wins.
  void replace(List<Path> folders) {
    clear();
    for (var from : folders.reversed()) {
      if (Files.isDirectory(from)) {
        try (var files = Files.walk(from)) {
          for (var file : files.filter(Files::isRegularFile).toList()) {
            var to = folder.resolve(from.relativize(file).toString());
            Files.createDirectories(to.getParent());
            Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
          }
        } catch (IOException e) {
          throw new UncheckedIOException("cannot show the classes in " + from, e);
        }
      }
    }
  }

  /// Deletes what was shown.
  void clear() {
    try (var entries = Files.walk(folder)) {
      entries.sorted().toList().reversed().stream()
          .filter(p -> !p.equals(folder))
          .forEach(p -> p.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot clear " + folder, e);
    }
  }

  /// Leaves nothing behind.
  void close() {
    clear();
    folder.toFile().delete();
  }
}
