package tapeline.grader.course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// A folder and all in it.
public final class WholeFolder {
  private WholeFolder() {}

  /// Deletes it, if it is there, but for what another process still writes or holds.
  public static void delete(Path folder) {
    try {
      Files.walkFileTree(folder, new Deleting());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + folder, e);
    }
  }

  private static final class Deleting extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      file.toFile().delete();
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE; // it has gone meanwhile
    }

    @Override
    public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e) {
      visited.toFile().delete();
      return FileVisitResult.CONTINUE;
    }
  }
}
