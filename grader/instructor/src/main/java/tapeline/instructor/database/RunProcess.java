package tapeline.instructor.database;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// The process that a run is, as the database keeps it. Its number alone would not do: a later
/// process may have the same.
///
/// @param host the machine's name
/// @param started when the process was; the epoch where the system does not say
public record RunProcess(String host, long pid, Instant started) {
  /// Two programs may see the same start this far apart: systems count it from when they booted.
  private static final Duration NEAR = Duration.ofSeconds(5);

  /// The process of a row that is older than the columns for it.
  private static final RunProcess FORGOTTEN = new RunProcess("", 0, Instant.EPOCH);

  /// The state of a process, as far as one machine can know it.
  public enum Life {
    GOES_ON,
    GONE,
    /// It is, or was, on another machine.
    ELSEWHERE
  }

  /// This process.
  public static RunProcess current() {
    var own = ProcessHandle.current();
    return new RunProcess(thisHost(), own.pid(), started(own));
  }

  /// Reads what [#text] wrote.
  ///
  /// @throws IllegalArgumentException when it is something else
  public static RunProcess read(String text) {
    if (text.isEmpty()) {
      return FORGOTTEN;
    }
    var words = text.split(" ", 3);
    if (words.length != 3) {
      throw new IllegalArgumentException("a process reads `pid start host`, got " + text);
    }
    return new RunProcess(words[2], Long.parseLong(words[0]), Instant.parse(words[1]));
  }

  /// `4711 2026-05-01T12:00:00Z node-3`.
  public String text() {
    return pid + " " + started + " " + host;
  }

  public Life life() {
    if (equals(FORGOTTEN)) {
      return Life.GONE;
    }
    if (!host.equals(thisHost())) {
      return Life.ELSEWHERE;
    }
    return ProcessHandle.of(pid)
            .filter(p -> Duration.between(started(p), started).abs().compareTo(NEAR) <= 0)
            .filter(p -> !isZombie())
            .isPresent()
        ? Life.GOES_ON
        : Life.GONE;
  }

  private static Instant started(ProcessHandle process) {
    return process.info().startInstant().orElse(Instant.EPOCH);
  }

  /// Returns whether it has ended and its parent has not asked how, which some containers never do.
  private boolean isZombie() {
    try {
      var stat = Files.readString(Path.of("/proc/%d/stat".formatted(pid)));
      return stat.substring(stat.lastIndexOf(')') + 1).startsWith(" Z");
    } catch (IOException _) {
      return false; // not Linux
    }
  }

  private static String thisHost() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException _) {
      return nameInNetwork();
    }
  }

  private static String nameInNetwork() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return "localhost"; // a machine without a name is on no network where two could be mixed up
    }
  }
}
