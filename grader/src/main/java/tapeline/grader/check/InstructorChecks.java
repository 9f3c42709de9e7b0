package tapeline.grader.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tapeline.grader.course.Course;
import tapeline.grader.instructor.InstructorProject;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Maven;
import tapeline.grader.run.Workers;

/// The instructor's own tests, by Maven as an IDE runs them, and the leaderboard's pages in a
/// browser.
record InstructorChecks(Course course, Workers workers, String only) {
  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final String SCRIPTS = "grader/instructor/src/browser";
  private static final int MINUTES = 40;

  List<Outcome> outcomes() throws IOException, InterruptedException {
    var outcomes = new ArrayList<>(tests());
    if (!only.isEmpty()) {
      return outcomes;
    }
    outcomes.addAll(browser());
    outcomes.addAll(new ReadmeChecks(course, workers).instructors());
    return outcomes;
  }

  private List<Outcome> tests() throws IOException, InterruptedException {
    var reports = folder().resolve("target/surefire-reports");
    for (var old : Course.files(reports, p -> p.toString().endsWith(".xml"))) {
      Files.delete(old);
    }
    var log = course.target().resolve("instructor-tests.log");
    var goals =
        new ArrayList<>(InstructorProject.goals(course, "test", "-Dmaven.test.failure.ignore"));
    goals.add("-DfailIfNoTests=false");
    if (!only.isEmpty()) {
      goals.add("-Dtest=*" + only.replace(",", "*,*") + "*");
      goals.add("-Dsurefire.failIfNoSpecifiedTests=false");
    }
    var problem = Maven.run(course, log, "", goals, MINUTES);
    var outcomes = Surefire.outcomes(reports);
    if (problem != null || outcomes.isEmpty()) {
      outcomes.add(Outcome.failed("the instructor's tests", Course.read(log)));
    }
    return outcomes;
  }

  /// The pages of a board that `DemoBoard`, one of the tests' classes, makes.
  private List<Outcome> browser() throws IOException, InterruptedException {
    var browser = Script.working(BROWSERS, "--version");
    if (browser == null) {
      return Script.missing("leaderboard in a browser", "there is no Chromium");
    }
    if (Script.working(List.of("node"), "--version") == null
        || Script.working(List.of("npm"), "--version") == null) {
      return Script.missing("leaderboard in a browser", "there is no Node.js with npm");
    }
    var log = course.target().resolve("instructor-browser.log");
    var install = command(log, List.of("npm", "ci", "--silent", "--prefix", SCRIPTS));
    if (install.start().waitFor() != 0) {
      return List.of(Outcome.failed("leaderboard in a browser: npm ci", Files.readString(log)));
    }
    var classPath =
        String.join(
            java.io.File.pathSeparator,
            folder().resolve("target/test-classes").toString(),
            folder().resolve("target/classes").toString(),
            Files.readString(folder().resolve("target/classpath")).strip());
    var java = Jvm.java().toString();
    var command =
        List.of(
            "node", SCRIPTS + "/board.mjs", browser, java, classPath, course.target().toString());
    return Script.run("leaderboard in a browser", command(log, command), log);
  }

  private ProcessBuilder command(Path log, List<String> words) {
    return new ProcessBuilder(words)
        .directory(course.root().toFile())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile());
  }

  private Path folder() {
    return course.root().resolve("grader/instructor");
  }
}
