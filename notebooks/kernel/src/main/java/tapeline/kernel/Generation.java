package tapeline.kernel;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jshell.execution.LoaderDelegate;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;
import jdk.jshell.spi.ExecutionControl.ClassInstallException;
import org.jspecify.annotations.Nullable;

/// The classes of the cells, and of the course's modules as they were at one moment. When those
/// change, the next generation takes over: a JVM never forgets a class, but a loader can go.
final class Generation extends URLClassLoader implements LoaderDelegate {
  private final Path folder;
  private final Map<String, byte[]> cells = new ConcurrentHashMap<>();
  private final Map<String, Class<?>> installed = new ConcurrentHashMap<>();
  private final Map<String, byte[]> course = new ConcurrentHashMap<>();

  /// @param folder of the course's classes, which may change
  /// @param jars added by magics
  Generation(Path folder, List<Path> jars) {
    super(new URL[0], Generation.class.getClassLoader());
    this.folder = folder;
    jars.forEach(this::add);
  }

  void add(Path jar) {
    try {
      addURL(jar.toUri().toURL());
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("cannot be on a class path: " + jar, e);
    }
  }

  /// The classes of the course that are loaded.
  List<Class<?>> courseClasses() {
    synchronized (this) {
      return course.keySet().stream().<Class<?>>map(this::findLoadedClass).toList();
    }
  }

  /// The class file, before weaving, that a loaded class of the course has the code of.
  byte[] bytes(String name) {
    return course.getOrDefault(name, new byte[0]);
  }

  void noteBytes(String name, byte[] bytes) {
    course.put(name, bytes);
  }

  /// A class of the course as its file is now, or null.
  byte @Nullable [] read(String name) throws IOException {
    var file = folder.resolve(name.replace('.', '/') + ".class");
    return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      var known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      var bytes = own(name);
      if (bytes != null) {
        return defineClass(name, bytes, 0, bytes.length);
      }
    }
    return super.loadClass(name, resolve);
  }

  private byte @Nullable [] own(String name) throws ClassNotFoundException {
    var cell = cells.get(name);
    if (cell != null) {
      return cell;
    }
    try {
      var file = read(name);
      if (file != null) {
        course.put(name, file);
      }
      return file == null ? null : Weaver.weave(file);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  @Override
  public @Nullable URL findResource(String name) {
    var file = folder.resolve(name);
    if (Files.isRegularFile(file)) {
      try {
        return file.toUri().toURL();
      } catch (MalformedURLException _) {
        return null;
      }
    }
    return super.findResource(name);
  }

  @Override
  public void load(ClassBytecodes[] classes) throws ClassInstallException {
    classesRedefined(classes);
    var done = new boolean[classes.length];
    for (int i = 0; i < classes.length; i++) {
      try {
        installed.put(classes[i].name(), Class.forName(classes[i].name(), false, this));
        done[i] = true;
      } catch (ClassNotFoundException | LinkageError e) {
        throw new ClassInstallException("cannot load a cell's class: " + e, done);
      }
    }
  }

  @Override
  public void classesRedefined(ClassBytecodes[] classes) {
    for (var c : classes) {
      cells.put(c.name(), Weaver.weave(c.bytecodes()));
    }
  }

  /// Folders and jars are given to a generation by those who make it.
  @Override
  public void addToClasspath(String path) {}

  @Override
  public Class<?> findClass(String name) throws ClassNotFoundException {
    var c = installed.get(name);
    return c != null ? c : super.findClass(name);
  }
}
