package tapeline.grader.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tapeline.grader.course.Course;

/// The kernel's own tests, by Maven as an IDE runs them, and the kernel as Jupyter sees it.
record KernelChecks(Course course, NotebookCopy copy) {
  List<Outcome> outcomes() throws IOException, InterruptedException {
    var outcomes = new ArrayList<>(tests());
    var python = NotebookChecks.python();
    if (python == null) {
      outcomes.addAll(Script.missing("protocol", NotebookChecks.NO_PYTHON));
    } else {
      copy.reset();
      var log = course.target().resolve("protocol.log");
      var command =
          List.of(python, "notebooks/kernel/src/jupyter/protocol.py", copy.answers().toString());
      outcomes.addAll(Script.run("protocol", copy.command(log, command), log));
    }
    return outcomes;
  }

  private List<Outcome> tests() throws IOException, InterruptedException {
    var log = course.target().resolve("kernel-tests.log");
    // exec.skip keeps the grader, which is built too, from grading.
    var command = List.of("mvn", "-pl", "notebooks/kernel", "-am", "test", "-Dexec.skip");
    int code = copy.command(log, command).start().waitFor();
    var reports = copy.folder().resolve("notebooks/kernel/target/surefire-reports");
    var outcomes = Surefire.outcomes(reports);
    boolean explained = outcomes.stream().anyMatch(o -> o.problem() != null);
    if (outcomes.isEmpty() || (code != 0 && !explained)) {
      outcomes.add(Outcome.failed("the kernel's tests", Course.read(log)));
    }
    return outcomes;
  }
}
