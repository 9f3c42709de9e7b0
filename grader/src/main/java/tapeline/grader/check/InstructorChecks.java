package tapeline.grader.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tapeline.grader.course.Course;
import tapeline.grader.instructor.InstructorProject;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Maven;
import tapeline.grader.run.Workers;

/// The instructor's own tests, by Maven as an IDE runs them, and the leaderboard's and a class's
/// pages in a browser.
record InstructorChecks(Course course, Workers workers, String only) {
  private static final int MINUTES = 120;

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
    var reports = course.root().resolve("grader/instructor/target/surefire-reports");
    var log = course.target().resolve("instructor-tests.log");
    var goals =
        new ArrayList<>(InstructorProject.goals(course, "test", "-Dmaven.test.failure.ignore"));
    goals.add("-Dbare.java=" + BareTests.java(course));
    goals.add("-DfailIfNoTests=false");
    if (!only.isEmpty()) {
      goals.addAll(Surefire.only(only));
    }
    return Surefire.outcomes(
        "the instructor's tests", reports, log, () -> Maven.run(course, log, "", goals, MINUTES));
  }

  /// The pages of a board that `DemoBoard`, one of the tests' classes, makes, a class's, and what a
  /// class does not understand.
  private List<Outcome> browser() throws IOException, InterruptedException {
    var words = List.of(Jvm.java().toString(), InstructorProject.testClassPath(course));
    var board = new BrowserScript(course, "leaderboard in a browser", "board.mjs");
    var outcomes = new ArrayList<>(board.run(course.root(), words));
    var pages = new BrowserScript(course, "class in a browser", "class.mjs");
    outcomes.addAll(pages.run(course.root(), words));
    var insights = new BrowserScript(course, "insights in a browser", "insights.mjs");
    outcomes.addAll(insights.run(course.root(), words));
    return outcomes;
  }
}
