package tapeline.grader.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tapeline.grader.book.BookProject;
import tapeline.grader.course.Course;
import tapeline.grader.run.Maven;

/// The book's own tests, the book made of what is committed, without executed notebooks, and its
/// pages in a browser.
record BookChecks(Course course) {
  List<Outcome> outcomes() throws IOException, InterruptedException {
    var outcomes = new ArrayList<>(tests());
    var site = course.target().resolve("book/checked");
    outcomes.add(written(site));
    if (Files.exists(site.resolve("index.html"))) {
      var script = new BrowserScript(course, "book in a browser", "book.mjs");
      outcomes.addAll(script.run(course.root(), List.of(site.toString())));
    }
    return outcomes;
  }

  private List<Outcome> tests() throws IOException, InterruptedException {
    var project = new BookProject(course).project();
    var reports = project.folder().resolve("target/surefire-reports");
    var log = course.target().resolve("book-tests.log");
    var bare = BareTests.java(course);
    return Surefire.outcomes(
        "the book's tests",
        reports,
        log,
        () -> Maven.run(course, log, project.goals("test", "-Dbare.java=" + bare)));
  }

  private Outcome written(Path site) throws IOException, InterruptedException {
    var log = course.target().resolve("book.log");
    int code =
        new BookProject(course)
            .program(site, BookProject.unexecuted(course), null, System.out)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    return Outcome.of(
        "book: each link leads somewhere, each formula is understood",
        code == 0 ? null : Course.read(log));
  }
}
