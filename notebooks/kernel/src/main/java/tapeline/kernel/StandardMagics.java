package tapeline.kernel;

import java.io.File;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.magic.CellMagic;
import org.dflib.jjava.jupyter.kernel.magic.LineMagic;
import org.dflib.jjava.jupyter.kernel.magic.MagicsRegistry;
import org.jspecify.annotations.Nullable;

/// The commands of the kernels of the IJava family, under all the names that public notebooks use,
/// and two from IPython. Those that add libraries give their paths, for `var added = %jars
/// lib/*.jar`.
final class StandardMagics {
  /// Lists what `%load` tries behind a name, in IJava's order.
  private static final List<String> SUFFIXES =
      List.of("", ".jsh", ".jshell", ".java", ".ijava", ".ipynb");

  private StandardMagics() {}

  static void register(MagicsRegistry magics) {
    var repositories = new ArrayList<String>();
    for (var name : List.of("maven", "addMavenDependency", "addMavenDependencies")) {
      line(magics, name, (kernel, coordinates) -> maven(kernel, coordinates, repositories));
    }
    for (var name : List.of("mavenRepo", "addMavenRepo")) {
      line(magics, name, (_, words) -> repository(words, repositories));
    }
    line(
        magics,
        "loadFromPOM",
        (kernel, files) ->
            pom(kernel, Files.readString(file("%loadFromPOM", files)), repositories));
    CellMagic<Object, Kernel> pom = (kernel, _, body) -> pom(kernel, body, repositories);
    magics.registerCellMagic("loadFromPOM", pom);
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

  private static List<String> maven(
      Kernel kernel, List<String> coordinates, List<String> repositories)
      throws IOException, InterruptedException {
    needed(coordinates, "%maven takes group:artifact:version, got nothing");
    return added(kernel, MavenPath.of(coordinates, repositories));
  }

  private static @Nullable Object repository(List<String> words, List<String> repositories) {
    if (words.isEmpty() || words.size() > 2 || !words.getLast().contains("://")) {
      throw new IllegalArgumentException("%mavenRepo takes a name and an address, got " + words);
    }
    repositories.add(words.getLast());
    return null;
  }

  private static List<String> pom(Kernel kernel, String pom, List<String> repositories)
      throws IOException, InterruptedException {
    return added(kernel, MavenPath.ofPom(pom, repositories));
  }

  private static List<String> added(Kernel kernel, List<Path> paths) {
    kernel.cells().addToClasspath(paths).forEach(System.out::println);
    return paths.stream().map(Path::toString).toList();
  }

  private static List<String> classpath(Kernel kernel, List<String> paths) {
    needed(paths, "%classpath takes a jar or a folder, got nothing");
    var there = paths.stream().map(p -> Path.of(p).toAbsolutePath().normalize()).toList();
    for (var path : there) {
      if (!Files.exists(path)) {
        throw new IllegalArgumentException("%classpath takes a jar or a folder, got " + path);
      }
    }
    return added(kernel, there);
  }

  private static List<String> jars(Kernel kernel, List<String> patterns) throws IOException {
    var found = new ArrayList<Path>();
    needed(patterns, "%jars takes jars in a folder, for example lib/*.jar; got nothing");
    for (var p : patterns) {
      int name = 1 + Math.max(p.lastIndexOf('/'), p.lastIndexOf(File.separatorChar));
      var folder = Path.of(p.substring(0, name)).toAbsolutePath(); // `*` is in no path of Windows
      var names = FileSystems.getDefault().getPathMatcher("glob:" + p.substring(name));
      if (!Files.isDirectory(folder)) {
        throw new IllegalArgumentException("%jars found no folder " + folder);
      }
      try (var files = Files.list(folder)) {
        var matching = files.filter(f -> names.matches(f.getFileName())).sorted().toList();
        if (matching.isEmpty()) {
          throw new IllegalArgumentException(
              "%jars found nothing like " + folder + File.separator + p.substring(name));
        }
        found.addAll(matching);
      }
    }
    return added(kernel, found);
  }

  private static @Nullable Object load(Kernel kernel, List<String> files) throws IOException {
    var file =
        files.size() == 1
            ? SUFFIXES.stream()
                .map(s -> Path.of(files.getFirst() + s).toAbsolutePath().normalize())
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseGet(() -> file("%load", files))
            : file("%load", files);
    String text;
    try {
      text = Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("%load reads UTF-8, which this is not: " + file, e);
    }
    return kernel.evalCells(
        file.toString().endsWith(".ipynb") ? CodeCells.of(text) : List.of(text));
  }

  private static Path file(String magic, List<String> files) {
    if (files.size() != 1) {
      throw new IllegalArgumentException(magic + " takes one file, got " + files);
    }
    var file = Path.of(files.getFirst()).toAbsolutePath().normalize();
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(magic + " found no file " + file);
    }
    return file;
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
