package tapeline.instructor.judge.entry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import tapeline.competition.Contestant;
import tapeline.gpu.Gpu;
import tapeline.grader.worker.SourceCompiler;
import tapeline.instructor.judge.arena.Arena;
import tapeline.toolkit.Todo;

/// The classes that the programs in cells need, as archives that anybody may read.
///
/// @param arena the judge's own program in there
/// @param compiler the grader's compiler of sources that come over a pipe
/// @param course the modules' classes, for entries and baselines
/// @param baselines the baselines and their weights, which an entry does not get
public record CourseJars(Path arena, Path compiler, Path course, Path baselines) {
  private static final String BASELINE = "tapeline/competition/baseline/";
  private static final String BASELINE_DATA = "baseline/";
  private static final String ARENA = "tapeline/instructor/judge/arena/";

  private static final String WORKER = "tapeline/grader/worker/";

  /// Writes them into a folder.
  public static CourseJars in(Path folder) throws IOException {
    var competition = home(Contestant.class);
    var homes = new LinkedHashSet<Path>(List.of(home(Todo.class), home(Gpu.class)));
    for (var name : AllowList.coursePackages()) {
      homes.add(home(named(name + ".package-info")));
    }
    homes.add(competition);
    Predicate<String> isBaseline = n -> n.startsWith(BASELINE) || n.startsWith(BASELINE_DATA);
    return new CourseJars(
        write(folder.resolve("arena.jar"), Set.of(home(Arena.class)), n -> n.startsWith(ARENA)),
        write(
            folder.resolve("compiler.jar"),
            Set.of(home(SourceCompiler.class)),
            n -> n.startsWith(WORKER)),
        write(folder.resolve("course.jar"), homes, n -> isOfCourse(n) && !isBaseline.test(n)),
        write(folder.resolve("baselines.jar"), Set.of(competition), isBaseline));
  }

  /// Its classes and resources, and by which names it finds devices.
  private static boolean isOfCourse(String name) {
    return name.startsWith("tapeline/") || name.startsWith("META-INF/services/tapeline.");
  }

  /// The folder or archive that a class was loaded from.
  private static Path home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(type + " has no place", e);
    }
  }

  private static Class<?> named(String type) {
    try {
      return Class.forName(type);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("a package of the course has a package-info", e);
    }
  }

  private static Path write(Path jar, Set<Path> homes, Predicate<String> wanted)
      throws IOException {
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      var names = new HashSet<String>(); // of what builds before this one left, the first counts
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
          out.closeEntry();
        }
      }
    }
  }
}
