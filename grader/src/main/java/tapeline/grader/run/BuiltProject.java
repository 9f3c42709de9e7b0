package tapeline.grader.run;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import tapeline.grader.course.Course;

/// A project below `grader/` that no learner builds: Maven builds it when something asks for it,
/// where its sources are newer than what was built.
///
/// @param name of its folder, and of its profile in `solutions/pom.xml`
/// @param about what it is called while it is built
/// @param sources what it is made of, as files and folders from the course's root
public record BuiltProject(Course course, String name, String about, List<String> sources) {
  private static final int LINES = 20;

  /// The project's folder.
  public Path folder() {
    return course.root().resolve("grader").resolve(name);
  }

  /// The class path, after a build where one is needed.
  ///
  /// @throws IllegalStateException when the project does not compile
  public String classPath(PrintStream out) throws IOException, InterruptedException {
    var path = folder().resolve("target/classpath");
    if (!isFresh(path)) {
      out.println("building " + about + " …");
      out.flush();
      var log = Files.createDirectories(course.target()).resolve(name + "-build.log");
      Files.deleteIfExists(path);
      var problem = Maven.run(course, log, goals("process-classes"));
      if (problem != null) {
        throw new IllegalStateException(
            "the build of grader/%s %s:\n%s".formatted(name, problem, head(log)));
      }
    }
    return folder().resolve("target/classes") + File.pathSeparator + Files.readString(path).strip();
  }

  /// The arguments for Maven.
  public List<String> goals(String... goals) {
    var all = new ArrayList<>(List.of("-f", "solutions", "-D" + name, "-Dexec.skip"));
    all.addAll(List.of("-pl", "../grader/" + name, "-am"));
    all.addAll(List.of(goals));
    return all;
  }

  /// Returns whether the file is there, and newer than all sources.
  public boolean isFresh(Path built) throws IOException {
    if (!Files.exists(built)) {
      return false;
    }
    var time = Files.getLastModifiedTime(built);
    for (var source : sources) {
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

  private static String head(Path log) {
    return String.join("\n", Course.read(log).lines().limit(LINES).toList());
  }
}
