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
import tapeline.grader.run.Maven;

/// A clean copy in which the notebooks' kernel is registered.
final class NotebookCopy {
  private static final Path SPEC = Path.of("kernels/java/kernel.json");

  /// A kernel that is only checked compiles cells more than it computes, and no test reads what a
  /// garbage collection that a cell asks for would show.
  private static final List<String> QUICK =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:ReservedCodeCacheSize=240m", // as with the optimising compiler
          "-Xmn400m",
          "-XX:+DisableExplicitGC",
          "-Dtapeline.brief=true");

  private final Course course;
  private final CleanCopy copy;

  private NotebookCopy(Course course, CleanCopy copy) {
    this.course = course;
    this.copy = copy;
  }

  /// Registers the kernel in `clean`, unless a README's command has, and copies the checkout's
  /// classes of the reference solutions and tests there.
  ///
  /// @throws IllegalStateException when it cannot be registered
  static NotebookCopy in(CleanCopy clean, Course course) throws IOException, InterruptedException {
    var copy = new NotebookCopy(course, clean);
    if (!Files.exists(copy.jupyter().resolve(SPEC))) {
      copy.register();
    }
    clean.takeClasses(course);
    return copy;
  }

  /// Does what `./tapeline notebook register` does, with javac in Maven's process.
  private void register() throws IOException, InterruptedException {
    var log = course.target().resolve("register.log");
    var goals = List.of("-pl", "notebooks/kernel", "-am", "compile", "-Dnotebook=register");
    var problem = Maven.run(new Course(folder(), course.modules()), log, goals);
    if (problem != null) {
      throw new IllegalStateException(
          "the kernel is not registered, Maven " + problem + ":\n" + Files.readString(log));
    }
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
    var json = new ObjectMapper();
    var kernel = (ObjectNode) json.readTree(jupyter().resolve(SPEC).toFile());
    kernel.putObject("env").put(MilestoneRun.SHARE, "0.05");
    QUICK.forEach(flag -> kernel.withArray("argv").insert(1, flag)); // behind java
    var quick = jupyter().resolveSibling("jupyter-quick");
    Files.createDirectories(quick.resolve(SPEC).getParent());
    json.writeValue(quick.resolve(SPEC).toFile(), kernel);
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
