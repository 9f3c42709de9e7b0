package tapeline.grader.book;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.instructor.InstructorProject;
import tapeline.grader.run.BuiltProject;
import tapeline.grader.run.ChildJvm;
import tapeline.grader.run.Maven;

/// The project `grader/book`: the course as static pages. Built by Maven where its sources are
/// newer than what was built, and started as a program that has this one's output.
public record BookProject(Course course) {
  private static final String MAIN = "tapeline.book.Book";
  private static final String DEMO_BOARD = "tapeline.instructor.board.DemoBoard";
  private static final List<String> SOURCES =
      List.of(
          "pom.xml",
          "grader/pom.xml",
          "grader/src/main",
          "grader/book/pom.xml",
          "grader/book/src/main");

  /// The project as Maven builds it.
  public BuiltProject project() {
    return new BuiltProject(course, "book", "the book's program", SOURCES);
  }

  /// Returns the folder of executed notebooks.
  public static Path executed(Course course) {
    return course.target().resolve("book/notebooks");
  }

  /// A folder without notebooks, for a book of texts alone.
  public static Path unexecuted(Course course) {
    return course.target().resolve("book/none");
  }

  /// Returns the book's default folder.
  public static Path site(Course course) {
    return course.target().resolve("book/site");
  }

  /// Writes the book; whether all of it is right. What is wrong it says on this process's output.
  ///
  /// @param executed the notebooks as [#executed] has them
  /// @param board the pages of a leaderboard; null for none
  /// @throws IllegalStateException when the project does not compile
  public boolean write(Path folder, Path executed, @Nullable Path board, PrintStream out)
      throws IOException, InterruptedException {
    return program(folder, executed, board, out).inheritIO().start().waitFor() == 0;
  }

  /// The program that [#write] starts.
  public ProcessBuilder program(Path folder, Path executed, @Nullable Path board, PrintStream out)
      throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of(course.root() + "", executed + "", folder + ""));
    if (board != null) {
      words.add(board.toString());
    }
    var classPath = project().classPath(out);
    out.flush();
    return java(classPath, MAIN, words);
  }

  /// The pages of a board of made-up teams, made anew where the instructor's project is newer; null
  /// where that fails, and the reason is on `out`.
  public @Nullable Path sampleBoard(PrintStream out) throws InterruptedException {
    var folder = course.target().resolve("book/board");
    var site = folder.resolve("site");
    String problem;
    try {
      if (InstructorProject.isFresh(course, site.resolve("index.html"))) {
        return site;
      }
      out.println("making a sample of the leaderboard …");
      out.flush();
      problem = makeBoard(folder);
    } catch (IOException | UncheckedIOException e) {
      problem = "cannot be made: " + e;
    }
    if (problem == null) {
      return site;
    }
    out.println("the sample of the leaderboard " + problem);
    out.flush();
    return null;
  }

  /// Lets the instructor's tests make it; what went wrong, or null.
  private @Nullable String makeBoard(Path folder) throws IOException, InterruptedException {
    if (Files.exists(folder)) {
      for (var old : Course.entries(folder).reversed()) {
        Files.delete(old);
      }
    }
    var log = Files.createDirectories(course.target()).resolve("book-board.log");
    var problem = Maven.run(course, log, InstructorProject.goals(course, "test-compile"));
    if (problem == null) {
      var process =
          java(InstructorProject.testClassPath(course), DEMO_BOARD, List.of(folder.toString()))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      int code = process.waitFor();
      problem = code == 0 ? null : "ended with " + code;
    }
    return problem == null ? null : problem + ":\n" + Course.read(log);
  }

  private ProcessBuilder java(String classPath, String main, List<String> words) {
    var flags = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    return ChildJvm.of(flags, classPath, main, words).directory(course.root().toFile());
  }
}
