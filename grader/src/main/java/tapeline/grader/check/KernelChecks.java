package tapeline.grader.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tapeline.grader.course.Course;
import tapeline.grader.need.Need;
import tapeline.grader.run.Maven;

/// The kernel's own tests, by Maven as an IDE runs them, the kernel as Jupyter sees it, and
/// Jupyter's own test of kernels.
record KernelChecks(Course course) {
  private static final String NAME = "the kernel's tests";

  /// Runs all in the copy.
  List<Outcome> in(NotebookCopy copy) throws IOException, InterruptedException {
    var outcomes = new ArrayList<>(tests(copy));
    var python = NotebookChecks.python();
    if (python == null) {
      outcomes.addAll(Script.missing("protocol", Need.NBCLIENT, NotebookChecks.NO_PYTHON));
    } else {
      copy.reset();
      outcomes.addAll(script(copy, python, "protocol", copy.answers().toString()));
      outcomes.addAll(conformance(copy, python));
    }
    return outcomes;
  }

  /// Runs the kernel's own tests with one of these words in their classes' names, in the checkout,
  /// where most of what they need is compiled.
  List<Outcome> only(String names) throws IOException, InterruptedException {
    var goals = new ArrayList<>(goals());
    goals.addAll(Surefire.only(names));
    return Surefire.outcomes(
        NAME, reports(course.root()), log(), () -> Maven.run(course, log(), goals));
  }

  private List<Outcome> conformance(NotebookCopy copy, String python)
      throws IOException, InterruptedException {
    return Script.working(List.of(python), "-c", "import jupyter_kernel_test") == null
        ? Script.missing("conformance", Need.KERNEL_TEST, "no " + Need.KERNEL_TEST.label())
        : script(copy, python, "conformance");
  }

  private List<Outcome> script(NotebookCopy copy, String python, String name, String... arguments)
      throws IOException, InterruptedException {
    var log = course.target().resolve(name + ".log");
    var command = new ArrayList<>(List.of(arguments));
    command.addAll(0, List.of(python, "notebooks/kernel/src/jupyter/%s.py".formatted(name)));
    return Script.run(name, copy.command(log, command), log);
  }

  private List<Outcome> tests(NotebookCopy copy) throws IOException, InterruptedException {
    var command = new ArrayList<>(goals());
    command.addFirst("mvn");
    return Surefire.outcomes(
        NAME,
        reports(copy.folder()),
        log(),
        () -> Maven.problem(copy.command(log(), command), Maven.LIMIT_MINUTES));
  }

  private List<String> goals() throws IOException {
    // exec.skip keeps the grader, which is built too, from grading.
    return List.of(
        "-pl",
        "notebooks/kernel",
        "-am",
        "test",
        "-Dexec.skip",
        "-Dmaven.test.failure.ignore",
        "-Dbare.java=" + BareTests.java(course));
  }

  private static Path reports(Path root) {
    return root.resolve("notebooks/kernel/target/surefire-reports");
  }

  private Path log() {
    return course.target().resolve("kernel-tests.log");
  }
}
