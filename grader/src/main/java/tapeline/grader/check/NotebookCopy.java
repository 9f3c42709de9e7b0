package tapeline.grader.check;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.TreeMap;
import tapeline.grader.course.Course;
import tapeline.grader.course.ModuleAnswers;
import tapeline.grader.program.MilestoneRun;

/// A clean copy in which the notebooks' kernel is registered as the launcher does it.
final class NotebookCopy {
  private final Course course;
  private final CleanCopy copy;

  private NotebookCopy(Course course, CleanCopy copy) {
    this.course = course;
    this.copy = copy;
  }

  /// Registers the kernel in `clean`, and copies the checkout's classes of the reference solutions
  /// and tests there.
  ///
  /// @throws IllegalStateException when the launcher fails
  static NotebookCopy in(CleanCopy clean, Course course) throws IOException, InterruptedException {
    var copy = new NotebookCopy(course, clean);
    var log = course.target().resolve("register.log");
    int code = copy.command(log, List.of("./tapeline", "notebook", "register")).start().waitFor();
    if (code != 0) {
      throw new IllegalStateException(
          "./tapeline notebook register ended with " + code + ":\n" + Files.readString(log));
    }
    clean.takeClasses(course);
    return copy;
  }

  Path folder() {
    return copy.folder();
  }

  /// Gives the learner's modules and the notebooks back as they are in the checkout, and forgets
  /// what has passed.
  void reset() throws IOException {
    for (var book : Course.files(folder().resolve("notebooks"), NotebookCopy::isProgress)) {
      Files.delete(book);
    }
    for (var m : course.modules()) {
      var from = course.learner(m);
      for (var file : Course.files(from.resolve("src"), _ -> true)) {
        copyFile(file);
      }
    }
    for (var file :
        Course.files(course.root().resolve("notebooks"), p -> p.toString().endsWith(".ipynb"))) {
      copyFile(file);
    }
  }

  private static boolean isProgress(Path file) {
    return file.getFileName().toString().startsWith(".progress.json");
  }

  private void copyFile(Path file) throws IOException {
    var target = folder().resolve(course.root().relativize(file));
    if (Files.exists(target)) {
      Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /// Writes a kernel for tests, with a twentieth of each milestone's work and one turn of what is
  /// timed, because no test reads the results, and without slow tests, which [SolutionChecks] runs.
  ///
  /// @return a folder for [#command]
  Path quick() throws IOException {
    var spec = Path.of("kernels/java/kernel.json");
    var json = new ObjectMapper();
    var kernel = (ObjectNode) json.readTree(jupyter().resolve(spec).toFile());
    kernel.putObject("env").put(MilestoneRun.SHARE, "0.05");
    kernel.withArray("argv").insert(1, "-Dtapeline.brief=true"); // behind java
    var quick = jupyter().resolveSibling("jupyter-quick");
    Files.createDirectories(quick.resolve(spec).getParent());
    json.writeValue(quick.resolve(spec).toFile(), kernel);
    return quick;
  }

  /// Returns the folder in which the launcher registered the kernel.
  Path jupyter() {
    return folder().resolve("notebooks/kernel/target/jupyter");
  }

  /// Returns a command that runs in the copy, finds the kernel, and writes into `log`.
  ProcessBuilder command(Path log, List<String> command) {
    return command(log, command, jupyter());
  }

  /// Returns a command that finds the kernel of the folder `jupyter`.
  ProcessBuilder command(Path log, List<String> command, Path jupyter) {
    var builder =
        new ProcessBuilder(command)
            .directory(folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().remove("JAVA_HOME");
    builder.environment().put("JUPYTER_PATH", jupyter.toString());
    return builder;
  }

  /// A file with the reference's text of each exercise.
  Path answers() throws IOException {
    var bodies = new TreeMap<String, String>();
    for (var m : course.modules()) {
      ModuleAnswers.of(course, m).bodies().forEach((id, body) -> bodies.put(id.toString(), body));
    }
    var file = course.target().resolve("answers.json");
    Files.writeString(file, new ObjectMapper().writeValueAsString(bodies));
    return file;
  }
}
