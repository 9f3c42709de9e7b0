package tapeline.laboratory.packing;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The folders and jars of a class path, opened; and which of them were read from.
final class ClassRoots implements AutoCloseable {
  /// What belongs to a jar and not to the program in it.
  private static final String IGNORED =
      "META-INF/MANIFEST\\.MF|META-INF/[^/]+\\.(SF|DSA|RSA)|(.*/)?module-info\\.class";

  private final List<FileSystem> jars = new ArrayList<>();
  private final List<Path> roots = new ArrayList<>();
  private final Set<Path> used = new LinkedHashSet<>();

  ClassRoots(List<Path> classPath) throws IOException {
    for (var p : classPath) {
      if (Files.isRegularFile(p)) {
        var jar = FileSystems.newFileSystem(p);
        jars.add(jar);
        roots.add(jar.getPath("/"));
      } else if (Files.isDirectory(p)) {
        roots.add(p);
      }
    }
  }

  /// The first file of this name, or null.
  byte @Nullable [] read(String name) throws IOException {
    for (var root : roots) {
      var file = root.resolve(name);
      if (Files.isRegularFile(file)) {
        used.add(root);
        return Files.readAllBytes(file);
      }
    }
    return null;
  }

  /// Adds the files that `kept` likes of those roots that were read from.
  void addUsed(Map<String, byte[]> files, Predicate<String> kept) throws IOException {
    for (var root : used) {
      add(files, root, kept);
    }
  }

  /// Adds all files that `kept` likes; of two with one name the first, as a class loader finds it.
  void addFiles(Map<String, byte[]> files, Predicate<String> kept) throws IOException {
    for (var root : roots) {
      add(files, root, kept);
    }
  }

  private static void add(Map<String, byte[]> files, Path root, Predicate<String> kept)
      throws IOException {
    try (var walk = Files.walk(root)) {
      for (var file : walk.filter(Files::isRegularFile).toList()) {
        var name = root.relativize(file).toString().replace('\\', '/');
        if (kept.test(name) && !name.matches(IGNORED) && !files.containsKey(name)) {
          files.put(name, Files.readAllBytes(file));
        }
      }
    }
  }

  /// The folder or jar in which a class loader found a file of this name.
  static Path rootOf(URL url, String name) throws IOException {
    try {
      if (url.openConnection() instanceof JarURLConnection jar) {
        return Path.of(jar.getJarFileURL().toURI());
      }
      var file = url.toString();
      return Path.of(URI.create(file.substring(0, file.length() - name.length())));
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    for (var jar : jars) {
      jar.close();
    }
  }
}
