package tapeline.grader.check;

import java.io.IOException;
import java.util.List;
import tapeline.grader.course.Course;
import tapeline.grader.need.Need;

/// A learner's first minutes in a browser: `./tapeline notebook`, run all, solve, grade.
record BrowserChecks(Course course, NotebookCopy copy) {
  List<Outcome> outcomes() throws IOException, InterruptedException {
    var jupyter = List.of("/usr/bin/jupyter", "jupyter");
    if (Script.working(jupyter, "notebook", "--version") == null
        || Script.working(jupyter, "lab", "--version") != null) {
      return Script.missing(
          "browser", Need.JUPYTER, "the test is of the classic notebook, without JupyterLab");
    }
    copy.reset();
    return new BrowserScript(course, "browser", "notebook.mjs")
        .run(copy.folder(), List.of(copy.answers().toString()));
  }
}
