package tapeline.kernel.reload;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The jars and folders that cells have added: they stay as they are, and the values of their
/// types.
public final class Library extends URLClassLoader {
  private final List<Path> paths = new ArrayList<>();

  public Library(ClassLoader parent) {
    super(new URL[0], parent);
  }

  public List<Path> paths() {
    return List.copyOf(paths);
  }

  public void add(Path path) {
    try {
      if (!paths.contains(path)) {
        addURL(path.toUri().toURL());
        paths.add(path);
      }
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("This cannot be on a class path: " + path, e);
    }
  }
}
