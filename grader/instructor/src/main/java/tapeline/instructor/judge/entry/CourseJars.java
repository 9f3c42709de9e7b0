package tapeline.instructor.judge.entry;

import static tapeline.instructor.sandbox.CellJar.home;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import tapeline.competition.Contestant;
import tapeline.gpu.Gpu;
import tapeline.grader.worker.SourceCompiler;
import tapeline.instructor.judge.arena.Arena;
import tapeline.instructor.sandbox.CellJar;
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
        jar(folder, "arena", Set.of(home(Arena.class)), n -> n.startsWith(ARENA)),
        jar(folder, "compiler", Set.of(home(SourceCompiler.class)), n -> n.startsWith(WORKER)),
        jar(folder, "course", homes, n -> isOfCourse(n) && !isBaseline.test(n)),
        jar(folder, "baselines", Set.of(competition), isBaseline));
  }

  /// Its classes and resources, and by which names it finds devices.
  private static boolean isOfCourse(String name) {
    return name.startsWith("tapeline/") || name.startsWith("META-INF/services/tapeline.");
  }

  private static Path jar(Path folder, String name, Set<Path> homes, Predicate<String> wanted)
      throws IOException {
    return CellJar.write(folder.resolve(name + ".jar"), homes, wanted, Map.of());
  }

  private static Class<?> named(String type) {
    try {
      return Class.forName(type);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("a package of the course has a package-info", e);
    }
  }
}
