package tapeline.grader.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tapeline.grader.course.Course;
import tapeline.grader.course.Lock;
import tapeline.grader.need.Need;

/// A script of `grader/src/browser`, by Node.js and Chromium.
///
/// @param name of the check where it cannot be run, for example `book in a browser`
record BrowserScript(Course course, String name, String file) {
  private static final String FOLDER = "grader/src/browser";

  /// Runs it in `folder`. It is given the browser's name, these words, and where screenshots go.
  List<Outcome> run(Path folder, List<String> words) throws IOException, InterruptedException {
    for (var need : List.of(Need.CHROMIUM, Need.NODE, Need.NPM)) {
      if (!need.lacking().isEmpty()) {
        return Script.missing(name, need, need.lacking());
      }
    }
    var browser = Script.working(Need.CHROMIUM.commands(), "--version");
    if (browser == null) {
      return Script.missing(name, Need.CHROMIUM, "it does not start");
    }
    var scripts = course.root().resolve(FOLDER);
    var log = course.target().resolve(file + ".log");
    if (!install(scripts, log)) {
      return List.of(Outcome.failed(name + ": npm ci", Course.read(log)));
    }
    var command = new ArrayList<>(List.of("node", scripts.resolve(file).toString(), browser));
    command.addAll(words);
    command.add(course.target().toString());
    return Script.run(name, command(folder, log, command), log);
  }

  /// Gets what the scripts need, unless it is there: those of other groups may be running.
  private boolean install(Path scripts, Path log) throws IOException, InterruptedException {
    var wanted = scripts.resolve("package-lock.json");
    var there = scripts.resolve("node_modules/.package-lock.json");
    try (var _ = Lock.on(course.target().resolve("npm.lock"))) {
      if (Files.exists(there)
          && Files.getLastModifiedTime(there).compareTo(Files.getLastModifiedTime(wanted)) >= 0) {
        return true;
      }
      return command(scripts, log, List.of("npm", "ci", "--silent")).start().waitFor() == 0;
    }
  }

  private static ProcessBuilder command(Path folder, Path log, List<String> words) {
    var builder =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().remove("JAVA_HOME"); // the launcher finds its own
    return builder;
  }
}
