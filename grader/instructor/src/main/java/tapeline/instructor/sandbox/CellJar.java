package tapeline.instructor.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.function.Predicate;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/// An archive of classes for cells, gathered from where this program's own lie.
public final class CellJar {
  private CellJar() {}

  /// The folder or archive that a class was loaded from.
  public static Path home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(type + " has no place", e);
    }
  }

  /// Writes `jar`: the files of these folders and archives that are wanted, by their names; of two
  /// by one name the first, as a build may have left another.
  ///
  /// @param more files beside them
  public static Path write(
      Path jar, Collection<Path> homes, Predicate<String> wanted, Map<String, byte[]> more)
      throws IOException {
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      var names = new HashSet<String>();
      for (var file : more.entrySet()) {
        out.putNextEntry(new ZipEntry(file.getKey()));
        out.write(file.getValue());
        names.add(file.getKey());
      }
      Predicate<String> isNew = n -> wanted.test(n) && names.add(n);
      for (var home : homes) {
        if (Files.isDirectory(home)) {
          add(out, home, isNew);
        } else {
          try (var files = FileSystems.newFileSystem(home)) {
            add(out, files.getPath("/"), isNew);
          }
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return jar;
  }

  private static void add(JarOutputStream out, Path root, Predicate<String> wanted)
      throws IOException {
    try (var files = Files.walk(root)) {
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        var name = root.relativize(file).toString().replace('\\', '/');
        if (wanted.test(name)) {
          out.putNextEntry(new ZipEntry(name));
          Files.copy(file, out);
        }
      }
    }
  }
}
