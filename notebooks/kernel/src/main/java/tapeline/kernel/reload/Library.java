package tapeline.kernel.reload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The jars and folders that cells have added: they stay as they are, and the values of their
/// types.
///
/// A class is looked for here before the kernel's class path, as the compiler does: cells have the
/// version of a library that they asked for, whichever the kernel has.
public final class Library extends URLClassLoader {
  private static final String SERVICES = "META-INF/services/";

  /// The packages of which the kernel and cells have the same classes.
  private static final List<String> KERNELS =
      List.of("tapeline/", "org/dflib/jjava/", "io/github/spencerpark/");

  /// Lists classes by which a jar with these packages is known.
  private static final List<String> OF_KERNEL =
      List.of(
          "org/dflib/jjava/jupyter/kernel/BaseKernel.class",
          "io/github/spencerpark/ijava/IJava.class",
          "io/github/spencerpark/jupyter/kernel/display/mime/MIMEType.class");

  private final List<Path> paths = new ArrayList<>();
  private final List<Path> kernels;

  /// The jars of the kernel's class path from which cells use a class, by the class's file.
  private final Map<String, String> used = new ConcurrentHashMap<>();

  /// @param parent the loader of the kernel's class path
  /// @param kernels that class path
  public Library(ClassLoader parent, List<Path> kernels) {
    super("library", new URL[0], parent);
    this.kernels = List.copyOf(kernels);
  }

  public List<Path> paths() {
    return List.copyOf(paths);
  }

  /// Adds jars and folders. Of an artifact that cells have in another version, the first stays, as
  /// in Maven; a jar that the kernel has too is the kernel's.
  ///
  /// @return what is left out, and why, in a line each
  /// @throws IllegalArgumentException when cells use the kernel's version of one already; then none
  ///   is added
  public List<String> add(List<Path> more) {
    var fresh = new ArrayList<Path>();
    var leftOut = new ArrayList<String>();
    for (var path : more) {
      if (!paths.contains(path) && !isShared(path)) {
        leftOut(path).ifPresentOrElse(leftOut::add, () -> fresh.add(path));
      }
    }
    for (var path : fresh) {
      addURL(url(path));
      paths.add(path);
    }
    return leftOut;
  }

  /// The kernel's SLF4J is none of them: it is bound to no log.
  private boolean isShared(Path path) {
    return kernels.contains(path) && !name(path).startsWith("slf4j-");
  }

  private Optional<String> leftOut(Path path) {
    var other = paths.stream().filter(p -> isOtherVersion(p, path)).findFirst();
    if (other.isPresent()) {
      return other.map(o -> "%s is left out: cells have %s".formatted(name(path), name(o)));
    }
    try (var alone = new URLClassLoader(new URL[] {url(path)}, null)) {
      for (var file : OF_KERNEL) {
        if (alone.findResource(file) != null) {
          return Optional.of(
              "%s is left out: the kernel runs on %s, and cells with it"
                  .formatted(name(path), jar(Class.forName(className(file)))));
        }
      }
      for (var use : used.entrySet()) {
        if (alone.findResource(use.getKey()) != null) {
          throw new IllegalArgumentException(
              "%s cannot be added: cells use %s already. Restart the kernel, and add it first."
                  .formatted(name(path), use.getValue()));
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("This cannot be on a class path: " + path, e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Returns whether these are jars of one artifact in a Maven repository, in two versions.
  private static boolean isOtherVersion(Path one, Path other) {
    var artifact = artifact(one);
    return artifact != null
        && artifact.equals(artifact(other))
        && !Objects.equals(one.getParent(), other.getParent());
  }

  private static @Nullable Path artifact(Path jar) {
    var version = jar.getParent();
    var artifact = version == null ? null : version.getParent();
    boolean kept =
        version != null
            && artifact != null
            && artifact.getFileName() != null
            && name(jar).startsWith(name(artifact) + "-" + name(version));
    return kept ? artifact : null;
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("This cannot be on a class path: " + path, e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      var known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      var file = name.replace('.', '/') + ".class";
      boolean kernels = KERNELS.stream().anyMatch(file::startsWith);
      if (!kernels
          && findResource(file) != null
          && ClassLoader.getPlatformClassLoader().getResource(file) == null) {
        return findClass(name);
      }
      var found = super.loadClass(name, resolve);
      if (!kernels && Objects.equals(found.getClassLoader(), getParent())) {
        used.put(file, jar(found));
      }
      return found;
    }
  }

  private static String jar(Class<?> type) {
    var source = type.getProtectionDomain().getCodeSource();
    return source == null ? "" : source.getLocation().getPath().replaceFirst(".*/(?=.)", "");
  }

  private static String className(String file) {
    return file.substring(0, file.length() - ".class".length()).replace('/', '.');
  }

  @Override
  public @Nullable URL getResource(String name) {
    var own = findResource(name);
    return own != null ? own : super.getResource(name);
  }

  /// A service that was added has none of the kernel's providers, which are of another class.
  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    var all = Collections.list(findResources(name));
    boolean own =
        name.startsWith(SERVICES)
            && findResource(name.substring(SERVICES.length()).replace('.', '/') + ".class") != null;
    if (!own) {
      all.addAll(Collections.list(getParent().getResources(name)));
    }
    return Collections.enumeration(all);
  }
}
