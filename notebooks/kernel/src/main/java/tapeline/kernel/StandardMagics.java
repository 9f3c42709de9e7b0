package tapeline.kernel;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.magic.CellMagic;
import org.dflib.jjava.jupyter.kernel.magic.LineMagic;
import org.dflib.jjava.jupyter.kernel.magic.MagicsRegistry;
import org.jspecify.annotations.Nullable;

/// The commands that every kernel of the IJava family has, and two from IPython.
final class StandardMagics {
  private StandardMagics() {}

  static void register(MagicsRegistry magics) {
    line(magics, "maven", StandardMagics::maven);
    line(magics, "classpath", StandardMagics::classpath);
    line(magics, "jars", StandardMagics::jars);
    line(magics, "load", StandardMagics::load);
    line(magics, "time", (kernel, java) -> time(kernel, String.join(" ", java)));
    CellMagic<Object, Kernel> time = (kernel, _, body) -> time(kernel, body);
    magics.registerCellMagic("time", time);
  }

  private interface Magic {
    @Nullable Object run(Kernel kernel, List<String> arguments) throws Exception;
  }

  private static void line(MagicsRegistry magics, String name, Magic magic) {
    LineMagic<Object, Kernel> line = magic::run;
    magics.registerLineMagic(name, line);
  }

  private static @Nullable Object maven(Kernel kernel, List<String> coordinates)
      throws IOException, InterruptedException {
    needed(coordinates, "%maven takes group:artifact:version, got nothing");
    for (var jar : MavenPath.of(coordinates)) {
      kernel.cells().addToClasspath(jar);
    }
    return null;
  }

  private static @Nullable Object classpath(Kernel kernel, List<String> paths) {
    needed(paths, "%classpath takes a jar or a folder, got nothing");
    for (var p : paths) {
      var path = Path.of(p).toAbsolutePath().normalize();
      if (!Files.exists(path)) {
        throw new IllegalArgumentException("%classpath takes a jar or a folder, got " + path);
      }
      kernel.cells().addToClasspath(path);
    }
    return null;
  }

  private static @Nullable Object jars(Kernel kernel, List<String> patterns) throws IOException {
    needed(patterns, "%jars takes jars in a folder, for example lib/*.jar; got nothing");
    for (var p : patterns) {
      var path = Path.of("").toAbsolutePath().resolve(p);
      var names = FileSystems.getDefault().getPathMatcher("glob:" + path.getFileName());
      var folder = path.getParent();
      if (folder == null || !Files.isDirectory(folder)) {
        throw new IllegalArgumentException("%jars found no folder " + folder);
      }
      try (var files = Files.list(folder)) {
        var matching = files.filter(f -> names.matches(f.getFileName())).sorted().toList();
        if (matching.isEmpty()) {
          throw new IllegalArgumentException("%jars found nothing like " + path);
        }
        matching.forEach(kernel.cells()::addToClasspath);
      }
    }
    return null;
  }

  private static @Nullable Object load(Kernel kernel, List<String> files) throws IOException {
    if (files.size() != 1) {
      throw new IllegalArgumentException("%load takes one file of Java, got " + files);
    }
    var file = Path.of(files.getFirst()).toAbsolutePath().normalize();
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException("%load found no file " + file);
    }
    return kernel.evalRaw(Files.readString(file));
  }

  /// One timing: it tells seconds from minutes, and nothing finer.
  private static @Nullable Object time(Kernel kernel, String source) {
    if (source.isBlank()) {
      throw new IllegalArgumentException("%time takes Java on its line, %%time below it");
    }
    long start = System.nanoTime();
    var value = kernel.evalRaw(source);
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf("%.3f s, one timing, compilation included%n", seconds);
    return value;
  }

  private static void needed(List<String> arguments, String rule) {
    if (arguments.isEmpty()) {
      throw new IllegalArgumentException(rule);
    }
  }
}
