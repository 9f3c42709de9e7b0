package tapeline.grader.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tapeline.grader.course.Course;
import tapeline.grader.peers.PeersProject;
import tapeline.grader.run.Maven;

/// Formatting, Error Prone and NullAway, each by its Maven plugin on the JDK that runs this.
record MavenChecks(Course course) {
  private static final int LINES = 200; // several findings
  private static final int MINUTES = 120;
  private static final Pattern WARNED = Pattern.compile("(?m)^\\[WARNING\\] .*\\.java:\\[");

  /// The options that Error Prone needs for javac, which runs in Maven's own process. With less
  /// room for compiled code the quick compiler drops code, after a full collection each time; with
  /// less for young objects there are three times as many collections.
  private static final String OPTIONS =
      "-Xmx2g -Xmn600m -XX:ReservedCodeCacheSize=240m "
          + Stream.of("api", "file", "main", "model", "parser", "processing", "tree", "util")
              .map(
                  p -> "--add-exports=jdk.compiler/com.sun.tools.javac.%s=ALL-UNNAMED".formatted(p))
              .collect(Collectors.joining(" "))
          + " --add-opens=jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED"
          + " --add-opens=jdk.compiler/com.sun.tools.javac.comp=ALL-UNNAMED";

  /// Runs the checks in a copy: other checks run from the classes here.
  List<Outcome> outcomes() throws IOException, InterruptedException {
    try (var copy = CleanCopy.of(course)) {
      return outcomes(new Course(copy.folder(), course.modules()));
    }
  }

  private List<Outcome> outcomes(Course copy) throws IOException, InterruptedException {
    var outcomes = new ArrayList<Outcome>();
    outcomes.add(
        maven(copy, "formatting of the hand-written Java", "-N", "-Plint", "spotless:check"));
    var all = maven(copy, "Error Prone and NullAway on all Java", linters("-Dpeers"));
    outcomes.add(all);
    if (all.skipped() != null) {
      outcomes.add(maven(copy, "Error Prone and NullAway on all Java but peers", linters("-B")));
    }
    return outcomes;
  }

  /// Returns the arguments that run the linters of grader/lint; the other projects are read for
  /// their libraries.
  private static String[] linters(String more) {
    return new String[] {
      "-f", "solutions", "-Plint", "-Dinstructor", "-Dkernel", "-Dbook", more, "compile"
    };
  }

  private Outcome maven(Course copy, String name, String... arguments)
      throws IOException, InterruptedException {
    var all = new ArrayList<>(Arrays.asList(arguments));
    // .mvn/maven.config asks for quiet, which would hide the warnings that fail the build.
    all.addFirst("-Dorg.slf4j.simpleLogger.log.org.apache.maven.plugin.compiler=warn");
    var log = course.target().resolve("check.log");
    var problem = Maven.run(copy, log, OPTIONS, all, MINUTES);
    var said = Course.read(log);
    if (problem == null && WARNED.matcher(said).find()) {
      problem = "the compiler warned";
    }
    if (problem == null) {
      return Outcome.passed(name);
    }
    return PeersProject.lacksPyTorch(said)
        ? Script.missing(name, PeersProject.NOT_FOUND).getFirst()
        : Outcome.failed(name, problem + "\n" + head(said));
  }

  private static String head(String log) {
    return log.lines().limit(LINES).collect(Collectors.joining("\n"));
  }
}
