package tapeline.instructor.judge.entry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import tapeline.autograd.TensorTape;
import tapeline.check.GradientCheck;
import tapeline.competition.Contestant;
import tapeline.conv.Convolution;
import tapeline.gpu.Gpu;
import tapeline.instructor.judge.arena.Arena;
import tapeline.nn.Trainer;
import tapeline.optim.Adam;
import tapeline.reuse.FlatTape;
import tapeline.scalar.Scalar;
import tapeline.tensor.Tensor;
import tapeline.toolkit.Todo;
import tapeline.transformer.CharModel;

/// The classes that the programs in cells need, as archives that anybody may read.
///
/// @param arena the judge's own program in there
/// @param course the modules' classes, for entries and baselines
/// @param baselines the baselines and their weights, which an entry does not get
public record CourseJars(Path arena, Path course, Path baselines) {
  private static final String BASELINE = "tapeline/competition/baseline/";
  private static final String BASELINE_DATA = "baseline/";
  private static final String ARENA = "tapeline/instructor/judge/arena/";

  /// Writes them into a folder.
  public static CourseJars in(Path folder) throws IOException {
    var competition = home(Contestant.class);
    var homes = new LinkedHashSet<Path>();
    for (var type :
        List.of(
            Todo.class,
            Gpu.class,
            Scalar.class,
            GradientCheck.class,
            FlatTape.class,
            Tensor.class,
            TensorTape.class,
            Trainer.class,
            Adam.class,
            Convolution.class,
            CharModel.class)) {
      homes.add(home(type));
    }
    homes.add(competition);
    Predicate<String> isBaseline = n -> n.startsWith(BASELINE) || n.startsWith(BASELINE_DATA);
    return new CourseJars(
        write(folder.resolve("arena.jar"), Set.of(home(Arena.class)), n -> n.startsWith(ARENA)),
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

  private static Path write(Path jar, Set<Path> homes, Predicate<String> wanted)
      throws IOException {
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (var home : homes) {
        if (Files.isDirectory(home)) {
          add(out, home, wanted);
        } else {
          try (var files = java.nio.file.FileSystems.newFileSystem(home)) {
            add(out, files.getPath("/"), wanted);
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
