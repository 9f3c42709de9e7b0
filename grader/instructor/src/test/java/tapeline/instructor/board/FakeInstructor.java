package tapeline.instructor.board;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tapeline.grader.run.ChildJvm;
import tapeline.grader.run.Classes;
import tapeline.instructor.Instructor;
import tapeline.instructor.judge.verdict.PairJudge;

/// The instructor's commands with a [FakeJudge], which takes as long as `-Dfake.millis` says, and
/// leaves a file for each pair that it judged to the end in the folder `-Dfake.log`. When there are
/// `-Dfake.free` of them, it waits for the file `go` beside that folder.
final class FakeInstructor {
  /// A judge says so when it waits.
  static final String WAITS = "waits to be let go on";

  private FakeInstructor() {}

  public static void main(String[] args) {
    long millis = Long.getLong("fake.millis", 0);
    System.exit(Instructor.run(args, _ -> logged(new FakeJudge(millis))));
  }

  private static PairJudge logged(PairJudge judge) {
    var folder = System.getProperty("fake.log");
    if (folder == null) {
      return judge;
    }
    var log = Path.of(folder);
    return (event, entry, against, seed, progress) -> {
      if (judged(log) >= Integer.getInteger("fake.free", 0)) {
        await(go(log));
      }
      var judgement = judge.judge(event, entry, against, seed, progress);
      Files.createTempFile(log, seed + "-", "");
      return judgement;
    };
  }

  private static void await(Path go) {
    if (!Files.exists(go)) {
      System.out.println(WAITS);
    }
    while (!Files.exists(go)) {
      LockSupport.parkNanos(20_000_000);
    }
  }

  /// How many pairs were judged to the end.
  static int judged(Path log) throws IOException {
    try (var files = Files.list(log)) {
      return (int) files.count();
    }
  }

  /// Lets all judges with this log go on.
  static void letGoOn(Path log) throws IOException {
    Files.createFile(go(log));
  }

  private static Path go(Path log) {
    return log.resolveSibling("go");
  }

  /// This program as a process.
  static ProcessBuilder process(long millis, String... words) {
    return process(millis, null, 0, words);
  }

  /// @param log where it leaves a file for each judged pair
  /// @param free how many of them there are when judges wait for [#letGoOn]
  static ProcessBuilder process(long millis, @Nullable Path log, int free, String... words) {
    var command = new ArrayList<>(command(millis, log, free));
    command.addAll(List.of(words));
    return new ProcessBuilder(command).redirectErrorStream(true);
  }

  /// Returns this program as a command, to which words are added.
  static List<String> command(long millis, @Nullable Path log, int free) {
    var flags =
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Dfake.millis=" + millis,
            "-Dfake.free=" + free,
            log == null ? "-Dfake" : "-Dfake.log=" + log);
    var main = FakeInstructor.class.getName();
    return ChildJvm.of(flags, Classes.OWN_PATH, main, List.of()).command();
  }
}
