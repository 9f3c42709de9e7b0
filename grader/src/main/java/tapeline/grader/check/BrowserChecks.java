package tapeline.grader.check;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import tapeline.grader.course.Course;

/// A learner's first minutes in a browser: `./tapeline notebook`, run all, solve, grade.
record BrowserChecks(Course course, NotebookCopy copy) {
  static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");
  private static final String SCRIPTS = "notebooks/kernel/src/browser";

  List<Outcome> outcomes() throws IOException, InterruptedException {
    var browser = Script.working(BROWSERS, "--version");
    if (browser == null) {
      return Script.missing("browser", "there is no Chromium");
    }
    if (Script.working(List.of("node"), "--version") == null
        || Script.working(List.of("npm"), "--version") == null) {
      return Script.missing("browser", "there is no Node.js with npm");
    }
    var jupyter = List.of("/usr/bin/jupyter", "jupyter");
    if (Script.working(jupyter, "notebook", "--version") == null
        || Script.working(jupyter, "lab", "--version") != null) {
      return Script.missing("browser", "the test needs the classic notebook, without JupyterLab");
    }
    copy.reset();
    var log = course.target().resolve("browser.log");
    var install = copy.command(log, List.of("npm", "ci", "--silent", "--prefix", SCRIPTS));
    if (install.start().waitFor() != 0) {
      return List.of(Outcome.failed("browser: npm ci", Files.readString(log)));
    }
    var command =
        List.of(
            "node",
            SCRIPTS + "/notebook.mjs",
            browser,
            copy.answers().toString(),
            course.target().toString());
    var builder = copy.command(log, command);
    builder.environment().remove("JUPYTER_PATH"); // the launcher sets it
    return Script.run("browser", builder, log);
  }
}
