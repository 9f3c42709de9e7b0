package tapeline.grader.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tapeline.grader.course.Course;
import tapeline.grader.need.Need;
import tapeline.grader.run.Maven;

/// The kernel's own tests, by Maven as an IDE runs them, the kernel as Jupyter sees it, and
/// Jupyter's own test of kernels.
record KernelChecks(Course course, NotebookCopy copy) {
  List<Outcome> outcomes() throws IOException, InterruptedException {
    var outcomes = new ArrayList<>(tests());
    var python = NotebookChecks.python();
    if (python == null) {
      outcomes.addAll(Script.missing("protocol", Need.NBCLIENT, NotebookChecks.NO_PYTHON));
    } else {
      copy.reset();
      outcomes.addAll(script(python, "protocol", copy.answers().toString()));
      outcomes.addAll(conformance(python));
    }
    return outcomes;
  }

  private List<Outcome> conformance(String python) throws IOException, InterruptedException {
    return Script.working(List.of(python), "-c", "import jupyter_kernel_test") == null
        ? Script.missing("conformance", Need.KERNEL_TEST, "no " + Need.KERNEL_TEST.label())
        : script(python, "conformance");
  }

  private List<Outcome> script(String python, String name, String... arguments)
      throws IOException, InterruptedException {
    var log = course.target().resolve(name + ".log");
    var command = new ArrayList<>(List.of(arguments));
    command.addAll(0, List.of(python, "notebooks/kernel/src/jupyter/%s.py".formatted(name)));
    return Script.run(name, copy.command(log, command), log);
  }

  private List<Outcome> tests() throws IOException, InterruptedException {
    var log = course.target().resolve("kernel-tests.log");
    // exec.skip keeps the grader, which is built too, from grading.
    var command =
        new ArrayList<>(List.of("mvn", "-pl", "notebooks/kernel", "-am", "test", "-Dexec.skip"));
    command.addAll(List.of("-Dmaven.test.failure.ignore", "-Dbare.java=" + BareTests.java(course)));
    return Surefire.outcomes(
        "the kernel's tests",
        copy.folder().resolve("notebooks/kernel/target/surefire-reports"),
        log,
        () -> Maven.problem(copy.command(log, command), Maven.LIMIT_MINUTES));
  }
}
