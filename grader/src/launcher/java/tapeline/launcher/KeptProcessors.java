package tapeline.launcher;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The class loader of javac's plugins, in Maven's own JVM: the linters are loaded once for all
/// projects, and what has been compiled of them to machine code is kept.
///
/// javac makes one for each compilation, by the hidden option `-XDprocloader` (`procloader` in the
/// JDK's `com.sun.tools.javac.file.BaseFileManager`); where there is no such class, it takes its
/// own. It does not close this one, which is not [java.io.Closeable].
public final class KeptProcessors extends ClassLoader {
  private static final Map<String, ClassLoader> KEPT = new ConcurrentHashMap<>();

  public KeptProcessors(URL[] path, ClassLoader parent) {
    super(KEPT.computeIfAbsent(Arrays.toString(path), p -> new URLClassLoader(path, parent)));
  }
}
