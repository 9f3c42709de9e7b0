package tapeline.grader.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tapeline.grader.course.Course;
import tapeline.grader.peers.PeersProject;
import tapeline.grader.run.Maven;

/// Formatting, Error Prone and NullAway, each by its Maven plugin on the JDK that runs this.
record MavenChecks(Course course) {
  private static final int LINES = 40;

  List<Outcome> outcomes() throws IOException, InterruptedException {
    return List.of(
        maven("formatting of the hand-written Java", "-N", "-Plint", "spotless:check"),
        maven(
            "Error Prone and NullAway on the grader and the kernel",
            "-pl",
            "notebooks/kernel",
            "-am",
            "-Plint",
            "compile"),
        maven(
            "Error Prone and NullAway on toolkit, solutions, tests",
            "-f",
            "solutions",
            "-Plint",
            "test-compile"),
        maven(
            "Error Prone and NullAway on the peers",
            "-f",
            "solutions",
            "-Dpeers",
            "-pl",
            "../grader/peers",
            "-am",
            "-Plint",
            "compile"));
  }

  private Outcome maven(String name, String... arguments) throws IOException, InterruptedException {
    var all = new ArrayList<>(Arrays.asList(arguments));
    // .mvn/maven.config asks for quiet, which would hide the warnings that fail the build.
    all.addFirst("-Dorg.slf4j.simpleLogger.log.org.apache.maven.plugin.compiler=warn");
    var log = course.target().resolve("check.log");
    if (Maven.run(course, log, all) == null) {
      return Outcome.passed(name);
    }
    return PeersProject.lacksPyTorch(Files.readString(log))
        ? Script.missing(name, PeersProject.NOT_FOUND).getFirst()
        : Outcome.failed(name, head(log));
  }

  private static String head(Path log) throws IOException {
    var lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(0, Math.min(LINES, lines.size())));
  }
}
