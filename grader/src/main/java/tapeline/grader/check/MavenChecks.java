package tapeline.grader.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tapeline.grader.course.Course;

/// Formatting, Error Prone and NullAway, each by its Maven plugin on the JDK that runs this.
record MavenChecks(Course course) {
  private static final long LIMIT_MINUTES = 15;

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
            "test-compile"));
  }

  private Outcome maven(String name, String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(System.getProperty("os.name").startsWith("Windows") ? "mvn.cmd" : "mvn");
    command.add("--batch-mode");
    // .mvn/maven.config asks for quiet, which would hide the warnings that fail the build.
    command.add("-Dorg.slf4j.simpleLogger.log.org.apache.maven.plugin.compiler=warn");
    command.addAll(Arrays.asList(arguments));
    var log = course.target().resolve("check.log");
    var builder =
        new ProcessBuilder(command)
            .directory(course.root().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    var process = builder.start();
    if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      return Outcome.failed(name, "took more than " + LIMIT_MINUTES + " minutes");
    }
    return process.exitValue() == 0 ? Outcome.passed(name) : Outcome.failed(name, tail(log));
  }

  private static String tail(Path log) throws IOException {
    var lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(0, Math.min(40, lines.size())));
  }
}
