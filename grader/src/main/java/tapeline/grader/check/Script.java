package tapeline.grader.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tapeline.grader.need.Need;

/// Checks in another language: a program that prints a line of JSON for each.
///
/// `{"name": "…", "problem": "…" or null, "skipped": "…" or null}`; other lines are its log.
final class Script {
  static final String RESULT = "{\"name\":";
  static final long LIMIT_MINUTES = 36;

  private static final ObjectMapper JSON = new ObjectMapper();

  private Script() {}

  /// Runs the command, whose output goes to `log`; one outcome more when it fails as a whole.
  static List<Outcome> run(String name, ProcessBuilder command, Path log)
      throws IOException, InterruptedException {
    var process = command.start();
    boolean ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroyForcibly();
    var outcomes = new ArrayList<Outcome>();
    var rest = new ArrayList<String>();
    for (var line : Files.readAllLines(log)) {
      if (line.startsWith(RESULT)) {
        outcomes.add(outcome(line));
      } else {
        rest.add(line);
      }
    }
    if (!ended) {
      outcomes.add(Outcome.failed(name, "took more than " + LIMIT_MINUTES + " minutes"));
    } else if (process.exitValue() != 0 || outcomes.isEmpty()) {
      var tail = rest.subList(Math.max(0, rest.size() - 30), rest.size());
      outcomes.add(
          Outcome.failed(
              name, "ended with " + process.exitValue() + ":\n" + String.join("\n", tail)));
    }
    return outcomes;
  }

  /// The outcome that a line says.
  static Outcome outcome(String text) throws IOException {
    var line = JSON.readTree(text);
    return new Outcome(text(line, "name") + "", text(line, "problem"), text(line, "skipped"));
  }

  private static @Nullable String text(JsonNode line, String field) {
    var value = line.path(field);
    return value.isTextual() ? value.textValue() : null;
  }

  /// The first of these commands that ends with 0 when given `arguments`; null when none does.
  static @Nullable String working(List<String> commands, String... arguments)
      throws InterruptedException {
    for (var command : commands) {
      var line = new ArrayList<>(List.of(arguments));
      line.addFirst(command);
      try {
        var process =
            new ProcessBuilder(line)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() == 0) {
          return command;
        }
      } catch (IOException _) {
        // There is no such program.
      }
    }
    return null;
  }

  /// A need that is missing skips the checks of this name.
  static List<Outcome> missing(String name, Need need, String lacking) {
    return missing(name, need.reason(lacking));
  }

  /// A program that is missing skips its checks; on the machine that guards the project it fails
  /// them.
  static List<Outcome> missing(String name, String what) {
    return List.of(
        System.getenv("CI") == null ? Outcome.skipped(name, what) : Outcome.failed(name, what));
  }
}
