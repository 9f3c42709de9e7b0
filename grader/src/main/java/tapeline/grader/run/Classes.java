package tapeline.grader.run;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.GivenFolder;
import tapeline.grader.course.WholeFolder;

/// The folders of compiled classes, and the class paths made of them.
public record Classes(Course course) {
  /// The class path that this JVM was started with. The notebooks' kernel adds what cells have
  /// added to the property.
  public static final String OWN_PATH = System.getProperty("java.class.path");

  /// The libraries that modules, and so submissions, may use: a line more is a library more, once
  /// the grader's pom has it.
  private static final Set<String> MODULES_USE =
      Set.of(
          "jspecify-",
          "xchart-",
          "tablesaw-core-",
          "fastutil-",
          "jmh-core-",
          "jackson-annotations-",
          "jackson-core-",
          "jackson-databind-",
          "oshi-",
          "HdrHistogram-",
          "commons-math3-");

  private static final Set<String> TESTS_USE =
      Set.of(
          "jspecify-",
          "xchart-",
          "tablesaw-core-",
          "fastutil-",
          "jmh-core-",
          "junit-jupiter-api-",
          "junit-jupiter-params-",
          "assertj-core-",
          "opentest4j-",
          "apiguardian-api-",
          "commons-math3-");

  /// The libraries that those need when they run.
  private static final Set<String> BEHIND_THEM =
      Set.of(
          "VectorGraphics2D-",
          "univocity-parsers-",
          "jmh-generator-annprocess-",
          "jopt-simple-",
          "RoaringBitmap-",
          "classgraph-",
          "guava-",
          "slf4j-",
          "jna-",
          "junit-",
          "byte-buddy-");

  private Path folder(String kind) {
    return course.target().resolve("course").resolve(kind);
  }

  Path of(GivenFolder folder) {
    return folder(folder.name());
  }

  List<Path> of(List<GivenFolder> folders) {
    return folders.stream().map(this::of).toList();
  }

  Path testSupport() {
    return folder("test-support");
  }

  Path reference(CourseModule module) {
    return folder("reference").resolve(module.name());
  }

  Path tests(CourseModule module) {
    return folder("tests").resolve(module.name());
  }

  /// Classes made from what was handed in; `variant` tells several versions of it apart.
  Path given(CourseModule module, String variant) {
    return course.ownFolder(variant).resolve(module.name());
  }

  /// Deletes what processes that are gone were given, and those of other machines that were not at
  /// work for a week.
  void forgetGiven() {
    var all = folder("given").toFile().listFiles();
    for (var own : all == null ? new File[0] : all) {
      var name = own.getName().split("-", 2);
      boolean here = name.length == 2 && name[0].matches("\\d+") && name[1].equals(Course.host());
      boolean gone =
          here
              ? ProcessHandle.of(Long.parseLong(name[0])).isEmpty()
              : own.lastModified() < System.currentTimeMillis() - Duration.ofDays(7).toMillis();
      if (gone) {
        WholeFolder.delete(own.toPath());
      }
    }
  }

  /// All libraries on the grader's own class path.
  public static List<Path> libraries() {
    return libraries(Set.of(""));
  }

  /// The libraries that modules are compiled against: few, as javac opens each jar.
  static List<Path> moduleLibraries() {
    return libraries(MODULES_USE);
  }

  /// The libraries that tests are compiled against.
  static List<Path> testLibraries() {
    return libraries(TESTS_USE);
  }

  /// The libraries that a worker runs with, in one order wherever the grader runs: the worker's
  /// ahead-of-time cache fits one class path.
  public static List<Path> workerLibraries() {
    var names = new HashSet<>(MODULES_USE);
    names.addAll(TESTS_USE);
    names.addAll(BEHIND_THEM);
    return libraries(names).stream().sorted(Comparator.comparing(Path::getFileName)).toList();
  }

  /// The class path of a module: `below`, and the libraries that modules may use.
  static List<Path> withLibraries(List<Path> below) {
    var path = new ArrayList<>(below);
    path.addAll(moduleLibraries());
    return path;
  }

  private static List<Path> libraries(Set<String> names) {
    // A stock JJava kernel keeps its extensions' class path to itself.
    var path = OWN_PATH + File.pathSeparator + System.getenv().getOrDefault("JJAVA_CLASSPATH", "");
    return Arrays.stream(path.split(File.pathSeparator))
        .filter(p -> p.endsWith(".jar"))
        .map(Path::of)
        .filter(p -> !p.endsWith(GraderJar.IN_ROOT))
        .filter(p -> names.stream().anyMatch(n -> p.getFileName().toString().startsWith(n)))
        .toList();
  }

  /// The reference solutions and the given folders that `module` may use.
  List<Path> below(CourseModule module) {
    var path = new ArrayList<Path>();
    course.needs(module).forEach(m -> path.add(reference(m)));
    path.addAll(of(course.given(module)));
    return path;
  }
}
