package tapeline.laboratory.validation;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import tapeline.bench.compare.Fork;
import tapeline.laboratory.machine.Surroundings;
import tapeline.laboratory.report.ForkTimes;

/// A validation's forks in a file, a line of JSON each, written as they come: a run that was cut
/// short goes on from there, and the same comparisons can be decided by another rule.
///
/// The first line says under which settings. Forks of other settings are never mixed with them. One
/// process at a time has the log: it locks `NAME.lock` beside it until the log is closed.
public final class ForkLog implements AutoCloseable {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Path file;
  private final FileChannel lock;
  private final List<Entry> entries = new ArrayList<>();

  /// A fork, and what it belongs to.
  ///
  /// @param trial the name of its [Trial]
  /// @param comparison of the trial's, from 0
  /// @param work which was done
  /// @param seconds that the fork took, the start of its JVMs included
  /// @param load of the machine in the minute before it; below 0 where unknown
  /// @param disturbed what the system counted meanwhile
  /// @param times what it took
  public record Entry(
      String trial,
      int comparison,
      String work,
      double seconds,
      double load,
      Surroundings disturbed,
      ForkTimes times) {
    Fork fork() {
      return times.fork();
    }
  }

  private record Header(String settings) {}

  private ForkLog(Path file, FileChannel lock) {
    this.file = file;
    this.lock = lock;
  }

  /// Opens the file, or begins it. A last line that was not written to its end is taken away.
  ///
  /// @throws IllegalArgumentException when its forks were measured under other settings
  /// @throws IOException when another process has it, or naming the line that cannot be read
  public static ForkLog open(Path file, String settings) throws IOException {
    var log = new ForkLog(file, lock(file));
    try {
      log.read(settings);
      return log;
    } catch (IOException | RuntimeException e) {
      log.close();
      throw e;
    }
  }

  private static FileChannel lock(Path file) throws IOException {
    var channel =
        FileChannel.open(
            file.resolveSibling(file.getFileName() + ".lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException _) {
      // a thread of this JVM has it
    }
    channel.close();
    throw new IOException("another validation writes to %s: wait for its end".formatted(file));
  }

  private void read(String settings) throws IOException {
    byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    int whole = bytes.length;
    while (whole > 0 && bytes[whole - 1] != '\n') {
      whole--;
    }
    var lines = new String(bytes, 0, whole, UTF_8).lines().toList();
    var before = lines.isEmpty() ? settings : parsed(lines, 0, Header.class).settings();
    if (!before.equals(settings)) {
      throw new IllegalArgumentException(
          "the forks of %s were measured under other settings; move it away, or set what it says:\n%s\nand not\n%s"
              .formatted(file, before, settings));
    }
    for (int i = 1; i < lines.size(); i++) {
      entries.add(parsed(lines, i, Entry.class));
    }
    if (whole < bytes.length) {
      try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(whole);
      }
    }
    if (lines.isEmpty()) {
      write(new Header(settings));
    }
  }

  private <T> T parsed(List<String> lines, int i, Class<T> type) throws IOException {
    try {
      return JSON.readValue(lines.get(i), type);
    } catch (JsonProcessingException e) {
      throw new IOException(
          "%s, line %d, cannot be read: %s. Delete the line, or move the file away"
              .formatted(file, i + 1, e.getOriginalMessage()),
          e);
    }
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

  /// Lets others have the file.
  @Override
  public void close() throws IOException {
    lock.close();
  }
}
