package tapeline.grader.instructor;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tapeline.grader.course.Course;
import tapeline.grader.run.BuiltProject;
import tapeline.grader.run.ChildJvm;

/// The project `grader/instructor`: judge, leaderboard, gradebook, class. Built by Maven where its
/// sources are newer than what was built, and started as a program that has this one's terminal.
public record InstructorProject(Course course) {
  private static final String MAIN = "tapeline.instructor.Instructor";
  private static final List<String> SOURCES =
      List.of(
          "pom.xml",
          "solutions",
          "modules/00-toolkit",
          "modules/00-gpu",
          "modules/00-instruments",
          "modules/00-competition",
          "grader/pom.xml",
          "grader/src/main",
          "grader/instructor/pom.xml",
          "grader/instructor/src/main");

  /// Runs a command; whether it ended with 0.
  ///
  /// @throws IllegalStateException when the project does not compile
  public boolean run(List<String> words, PrintStream out) {
    try {
      var process = program(project(course).classPath(out), words).inheritIO().start();
      var end = new Thread(process::destroy);
      Runtime.getRuntime().addShutdownHook(end); // who ends this program ends that one
      int code = process.waitFor();
      Runtime.getRuntime().removeShutdownHook(end);
      return code == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static BuiltProject project(Course course) {
    return new BuiltProject(course, "instructor", "the instructor's tools", SOURCES);
  }

  /// Returns whether what its tests' classes have made is newer than all of its sources.
  public static boolean isFresh(Course course, Path made) throws IOException {
    var project = project(course);
    var sources = new ArrayList<>(SOURCES);
    sources.add("grader/instructor/src/test");
    return new BuiltProject(course, project.name(), project.about(), sources).isFresh(made);
  }

  /// The arguments for Maven.
  public static List<String> goals(Course course, String... goals) {
    return project(course).goals(goals);
  }

  /// The class path of its tests, which are built.
  public static String testClassPath(Course course) throws IOException {
    var built = course.root().resolve("grader/instructor/target");
    return ChildJvm.archivesFirst(
        String.join(
            File.pathSeparator,
            built.resolve("test-classes").toString(),
            built.resolve("classes").toString(),
            Files.readString(classPathFile(course)).strip()));
  }

  /// The file that a build of the project writes its class path into.
  public static Path classPathFile(Course course) {
    return course.root().resolve("grader/instructor/target/classpath");
  }

  /// In the folder from which the launcher was called, so that paths mean what the user means.
  private ProcessBuilder program(String classPath, List<String> words) {
    var flags = List.of("-Dtapeline.root=" + course.root()); // where the data sets are
    var from = System.getenv("TAPELINE_DIR");
    var folder = from == null ? course.root() : Path.of(from);
    var builder = ChildJvm.of(flags, classPath, MAIN, words).directory(folder.toFile());
    builder
        .environment()
        .putAll(locale(System.getProperty("os.name"), System.getProperty("sun.jnu.encoding", "")));
    return builder;
  }

  /// The environment in which names of files are Unicode to the program: Java on Linux goes by the
  /// locale, and by `LC_ALL=C` an umlaut in a submission's zip has no file.
  ///
  /// @param encoding of the names of files
  static Map<String, String> locale(String system, String encoding) {
    return system.equals("Linux") && !encoding.equals("UTF-8")
        ? Map.of("LC_ALL", "C.UTF-8")
        : Map.of();
  }
}
