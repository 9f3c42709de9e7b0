package tapeline.grader.instructor;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tapeline.grader.course.Course;
import tapeline.grader.run.Maven;

/// The project `grader/instructor`: judge, leaderboard, gradebook. Built by Maven where its sources
/// are newer than what was built, and started as a program that has this one's terminal.
public record InstructorProject(Course course) {
  private static final String MAIN = "tapeline.instructor.Instructor";
  private static final List<String> SOURCES =
      List.of(
          "pom.xml",
          "solutions",
          "modules/00-toolkit",
          "modules/00-gpu",
          "modules/00-instruments",
          "grader/pom.xml",
          "grader/src/main",
          "grader/instructor/pom.xml",
          "grader/instructor/src/main");
  private static final int LINES = 20;

  /// Runs a command; whether it ended with 0.
  ///
  /// @throws IllegalStateException when the project does not compile
  public boolean run(List<String> words, PrintStream out) {
    try {
      var process = program(build(out), words).inheritIO().start();
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

  /// The class path, after a build where one is needed.
  String build(PrintStream out) throws IOException, InterruptedException {
    var path = folder().resolve("target/classpath");
    if (!isFresh(path)) {
      out.println("building the instructor's tools …");
      out.flush();
      var log = Files.createDirectories(course.target()).resolve("instructor-build.log");
      Files.deleteIfExists(path);
      var problem = Maven.run(course, log, goals("process-classes"));
      if (problem != null) {
        throw new IllegalStateException(
            "the build of grader/instructor %s:\n%s".formatted(problem, head(log)));
      }
    }
    return folder().resolve("target/classes") + File.pathSeparator + Files.readString(path).strip();
  }

  /// The arguments for Maven.
  public static List<String> goals(String... goals) {
    var all = new ArrayList<>(List.of("-f", "solutions", "-Dinstructor", "-Dexec.skip"));
    all.addAll(List.of("-pl", "../grader/instructor", "-am"));
    all.addAll(List.of(goals));
    return all;
  }

  private Path folder() {
    return course.root().resolve("grader/instructor");
  }

  private boolean isFresh(Path built) throws IOException {
    if (!Files.exists(built)) {
      return false;
    }
    var time = Files.getLastModifiedTime(built);
    for (var source : SOURCES) {
      if (newest(course.root().resolve(source)).compareTo(time) > 0) {
        return false;
      }
    }
    return true;
  }

  /// When a file below this was last changed, what was built aside.
  private static FileTime newest(Path root) throws IOException {
    var newest = new FileTime[] {FileTime.fromMillis(0)};
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return folder.endsWith("target")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.lastModifiedTime().compareTo(newest[0]) > 0) {
              newest[0] = attributes.lastModifiedTime();
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return newest[0];
  }

  /// In the folder from which the launcher was called, so that paths mean what the user means.
  private ProcessBuilder program(String classPath, List<String> words) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED"); // SQLite is a native library
    command.add("-Dtapeline.root=" + course.root()); // where the data sets are
    command.addAll(List.of("-cp", classPath, MAIN));
    command.addAll(words);
    var from = System.getenv("TAPELINE_DIR");
    var folder = from == null ? course.root() : Path.of(from);
    var builder = new ProcessBuilder(command).directory(folder.toFile());
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

  private static String head(Path log) throws IOException {
    try (var lines = Files.lines(log)) {
      return String.join("\n", lines.limit(LINES).toList());
    }
  }
}
