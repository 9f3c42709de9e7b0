package tapeline.grader.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.spi.ToolProvider;
import tapeline.grader.course.Course;

/// The grader's own classes in one jar, and the ahead-of-time cache made of it (JEP 483, 514, 515),
/// which halves the start of the grader and of its workers. A cache takes no folders of classes.
///
/// @param folder where both lie, `grader/target/launch`
public record GraderJar(Path folder) {
  /// The jar's name, from the course's root.
  static final Path IN_ROOT = Path.of("grader", "target", "launch", "grader.jar");

  /// Returns the jar and the cache of `course`.
  public static GraderJar of(Course course) {
    return new GraderJar(course.target().resolve("launch"));
  }

  /// The jar.
  public Path jar() {
    return folder.resolve(IN_ROOT.getFileName());
  }

  /// The cache, one for each JDK.
  public Path cache() {
    return folder.resolve("grader-" + Runtime.version() + ".aot");
  }

  /// Returns whether the cache is there, and made of a jar with the classes that run here.
  public boolean cached() {
    return Files.exists(cache())
        && isPacked()
        && cache().toFile().lastModified() >= jar().toFile().lastModified();
  }

  private boolean isPacked() {
    return Files.exists(jar())
        && (isThis() || own().stream().allMatch(p -> p.toFile().lastModified() <= time()));
  }

  private long time() {
    return jar().toFile().lastModified();
  }

  private boolean isThis() {
    try {
      return Files.isSameFile(jar(), classes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Packs the classes that run here, unless they are; one who runs from the old jar keeps it.
  public void pack() throws IOException {
    if (isPacked()) {
      return;
    }
    Files.createDirectories(folder);
    Files.deleteIfExists(cache());
    var fresh = folder.resolve("unfinished-%d.jar".formatted(ProcessHandle.current().pid()));
    try {
      packInto(fresh);
      move(fresh, jar());
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static void packInto(Path fresh) throws IOException {
    if (!Files.isDirectory(classes())) {
      Files.copy(classes(), fresh, StandardCopyOption.REPLACE_EXISTING);
      return;
    }
    var jar = ToolProvider.findFirst("jar").orElseThrow();
    int code = jar.run(System.out, System.err, "-c", "-f", "" + fresh, "-C", "" + classes(), ".");
    if (code != 0) {
      throw new IOException("jar ended with " + code);
    }
  }

  /// Puts a complete cache into its place: no process ever sees half a file.
  public void keepCache(Path fresh) throws IOException {
    move(fresh, cache());
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Deletes the cache: what starts next does so without.
  public void forgetCache() throws IOException {
    Files.deleteIfExists(cache());
  }

  /// The grader's own class files, or the jar that holds them.
  private static List<Path> own() {
    var classes = classes();
    return Files.isDirectory(classes) ? Course.files(classes, _ -> true) : List.of(classes);
  }

  /// Returns the folder or the jar of the classes that run here.
  public static Path classes() {
    try {
      return Path.of(GraderJar.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
