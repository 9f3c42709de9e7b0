package tapeline.grader.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;

/// Every notebook is run from top to bottom by Jupyter: on the stubs, and with the reference's
/// answers in its exercise cells. The kernel is the learner's, but for its optimising compiler:
/// [KernelChecks] and [BrowserChecks] have that too.
record NotebookChecks(Course course, NotebookCopy copy) {
  static final List<String> PYTHONS = List.of("/usr/bin/python3", "python3");
  static final String NO_PYTHON =
      "no python3 here has nbclient and jupyter_client (Debian: python3-nbclient jupyter-client)";

  List<Outcome> outcomes() throws IOException, InterruptedException {
    var python = python();
    if (python == null) {
      return Script.missing("notebooks", NO_PYTHON);
    }
    var outcomes = new ArrayList<Outcome>();
    outcomes.addAll(run(python, "stubs"));
    outcomes.addAll(run(python, "solved", copy.answers().toString()));
    return outcomes;
  }

  /// One that can speak to a kernel; null when there is none.
  static @Nullable String python() throws InterruptedException {
    return Script.working(PYTHONS, "-c", "import nbclient, jupyter_client");
  }

  private List<Outcome> run(String python, String... how) throws IOException, InterruptedException {
    copy.reset();
    var log = course.target().resolve("notebooks-" + how[0] + ".log");
    var command = new ArrayList<>(List.of(python, "notebooks/kernel/src/jupyter/run_notebooks.py"));
    command.addAll(List.of(how));
    return Script.run("notebooks " + how[0], copy.command(log, command, copy.quick()), log);
  }
}
