package tapeline.laboratory.validation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import tapeline.bench.compare.Fork;
import tapeline.laboratory.report.ForkTimes;

/// A validation's forks in a file, a line of JSON each, written as they come: a run that was cut
/// short goes on from there, and the same comparisons can be decided by another rule.
///
/// The first line says under which settings. Forks of other settings are never mixed with them.
public final class ForkLog {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final List<Entry> entries = new ArrayList<>();

  /// A fork, and what it belongs to.
  ///
  /// @param trial the name of its [Trial]
  /// @param comparison of the trial's, from 0
  /// @param work which was done
  /// @param seconds that the fork took, the start of its JVMs included
  /// @param load of the machine in its last minute; below 0 where unknown
  /// @param times what it took
  public record Entry(
      String trial, int comparison, String work, double seconds, double load, ForkTimes times) {
    static Entry of(Trial trial, int comparison, double seconds, double load, Fork fork) {
      return new Entry(
          trial.name(), comparison, trial.work(comparison), seconds, load, ForkTimes.of(fork));
    }

    Fork fork() {
      return times.fork();
    }
  }

  private record Header(String settings) {}

  private ForkLog(Path file) {
    this.file = file;
  }

  /// Opens the file, or begins it. A last line that was not written to its end is taken away.
  ///
  /// @throws IllegalArgumentException when its forks were measured under other settings
  public static ForkLog open(Path file, String settings) throws IOException {
    var log = new ForkLog(file);
    if (!Files.exists(file)) {
      log.write(new Header(settings));
      return log;
    }
    var text = Files.readString(file);
    var whole = text.substring(0, text.lastIndexOf('\n') + 1);
    var lines = whole.lines().toList();
    var before = lines.isEmpty() ? "" : JSON.readValue(lines.getFirst(), Header.class).settings();
    if (!before.equals(settings)) {
      throw new IllegalArgumentException(
          "the forks of %s were measured under other settings; move it away, or set what it says:\n%s\nand not\n%s"
              .formatted(file, before, settings));
    }
    for (var line : lines.subList(1, lines.size())) {
      log.entries.add(JSON.readValue(line, Entry.class));
    }
    if (whole.length() < text.length()) {
      Files.writeString(file, whole);
    }
    return log;
  }

  public void append(Entry entry) throws IOException {
    write(entry);
    entries.add(entry);
  }

  private void write(Object line) throws IOException {
    try {
      Files.writeString(
          file,
          JSON.writeValueAsString(line) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // numbers and words can be written
    }
  }

  /// The forks of a comparison, in their order.
  public List<Entry> of(Trial trial, int comparison) {
    return entries.stream()
        .filter(e -> e.trial().equals(trial.name()) && e.comparison() == comparison)
        .toList();
  }

  /// All forks.
  public List<Entry> entries() {
    return List.copyOf(entries);
  }
}
