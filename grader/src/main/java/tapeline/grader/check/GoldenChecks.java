package tapeline.grader.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;
import tapeline.grader.peers.PeersProject;

/// Values and gradients of the reference solutions against PyTorch's, an outcome for each op; the
/// tests of `grader/peers` before.
record GoldenChecks(Course course) {
  private static final String MAIN = "tapeline.peers.golden.Golden";

  /// The table that the last run wrote.
  static Path table(Course course) {
    return course.target().resolve("golden.txt");
  }

  List<Outcome> outcomes() throws IOException, InterruptedException {
    Files.deleteIfExists(table(course));
    var project = new PeersProject(course);
    String classPath;
    try {
      classPath = project.build("test");
    } catch (PeersProject.Unavailable e) {
      return Script.missing("PyTorch", String.valueOf(e.getMessage()));
    }
    var log = course.target().resolve("golden.log");
    var program = project.program(classPath, List.of(), MAIN, List.of());
    var outcomes = Script.run("golden", program.redirectOutput(log.toFile()), log);
    var loading = outcomes.getFirst();
    if (loading.skipped() != null) {
      return Script.missing(loading.name(), loading.skipped());
    }
    try (var lines = Files.lines(log)) {
      var rows = lines.filter(l -> !l.startsWith("{")).collect(Collectors.joining("\n"));
      Files.writeString(table(course), rows + "\n");
    }
    return outcomes;
  }
}
