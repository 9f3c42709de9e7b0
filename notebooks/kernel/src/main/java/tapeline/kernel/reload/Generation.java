package tapeline.kernel.reload;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;
import jdk.jshell.spi.ExecutionControl.ClassInstallException;
import org.jspecify.annotations.Nullable;
import tapeline.kernel.weave.Weaver;

/// The classes of the cells, and of the course as they were at one moment. When those change, the
/// next generation takes over: a JVM never forgets a class, but a loader can go.
public final class Generation extends ClassLoader {
  private static final int CAUSES = 10;

  private final Weaver weaver = new Weaver(this);

  /// The cells' class files, in the order in which JShell gave them.
  private final Map<String, byte[]> cells;

  private volatile CourseClasses course;
  private volatile boolean failed;

  /// The first one, of no classes.
  public Generation(Library library) {
    this(library, CourseClasses.NONE, Map.of());
  }

  private Generation(ClassLoader library, CourseClasses course, Map<String, byte[]> cells) {
    super("cells", library);
    this.course = course;
    this.cells = Collections.synchronizedMap(new LinkedHashMap<>(cells));
  }

  /// Returns a generation with these cells over other classes of the course; no variable has a
  /// value there yet.
  Generation over(CourseClasses now) {
    return new Generation(getParent(), now, cells);
  }

  public CourseClasses course() {
    return course;
  }

  /// From now on classes of the course are loaded from these.
  void noteCourse(CourseClasses now) {
    course = now;
  }

  /// Takes note of what a cell threw: a class whose static initialiser failed never works again.
  public void noteThrown(@Nullable Throwable thrown) {
    var cause = thrown;
    for (int i = 0; cause != null && i < CAUSES; i++) {
      for (var frame : cause.getStackTrace()) {
        failed |=
            frame.getMethodName().equals("<clinit>")
                && course.files().containsKey(frame.getClassName());
      }
      cause = cause.getCause();
    }
  }

  /// Returns whether a static initialiser of the course failed in a cell.
  boolean hasFailed() {
    return failed;
  }

  /// The names of the cells' classes, in the order in which JShell gave them.
  List<String> cellClasses() {
    synchronized (cells) {
      return new ArrayList<>(cells.keySet());
    }
  }

  /// A class if it is loaded here, else null.
  @Nullable Class<?> loaded(String name) {
    synchronized (getClassLoadingLock(name)) {
      return findLoadedClass(name);
    }
  }

  /// Lets the value of a snippet's variable go, which no cell can name any more.
  public void forget(String snippet, String variable) {
    var type = loaded("REPL.$JShell$" + snippet);
    if (type != null) {
      try {
        var field = type.getDeclaredField(variable);
        if (!field.getType().isPrimitive()) {
          field.setAccessible(true);
          field.set(null, null);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("JShell's " + variable, e);
      }
    }
  }

  byte[] woven(byte[] file) {
    return weaver.weave(file);
  }

  /// Takes what JShell compiled.
  public void load(ClassBytecodes[] classes) throws ClassInstallException {
    for (var c : classes) {
      cells.put(c.name(), c.bytecodes());
    }
    var done = new boolean[classes.length];
    for (int i = 0; i < classes.length; i++) {
      try {
        loadClass(classes[i].name());
        done[i] = true;
      } catch (ClassNotFoundException | LinkageError e) {
        throw new ClassInstallException("A cell's class cannot be loaded: " + e, done);
      }
    }
  }

  /// Its own classes first: the course's may also lie on the kernel's class path.
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      var known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      var file = file(name);
      if (file != null) {
        var bytes = woven(file);
        return defineClass(name, bytes, 0, bytes.length);
      }
    }
    return super.loadClass(name, resolve);
  }

  private byte @Nullable [] file(String name) {
    var cell = cells.get(name);
    return cell != null ? cell : course.files().get(name);
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    var file =
        name.endsWith(".class")
            ? file(name.substring(0, name.length() - ".class".length()).replace('/', '.'))
            : null;
    return file != null ? new ByteArrayInputStream(file) : super.getResourceAsStream(name);
  }

  @Override
  protected @Nullable URL findResource(String name) {
    var folder = course.folder();
    if (folder == null || !Files.isRegularFile(folder.resolve(name))) {
      return null;
    }
    try {
      return folder.resolve(name).toUri().toURL();
    } catch (MalformedURLException _) {
      return null;
    }
  }
}
