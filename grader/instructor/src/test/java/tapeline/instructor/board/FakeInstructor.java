package tapeline.instructor.board;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tapeline.instructor.Instructor;
import tapeline.instructor.judge.verdict.PairJudge;

/// The instructor's commands with a [FakeJudge], which takes as long as `-Dfake.millis` says, and
/// leaves a file for each pair that it judged to the end in the folder `-Dfake.log`.
final class FakeInstructor {
  private FakeInstructor() {}

  public static void main(String[] args) {
    long millis = Long.getLong("fake.millis", 0);
    System.exit(Instructor.run(FakeInstructor.class, args, _ -> logged(new FakeJudge(millis))));
  }

  private static PairJudge logged(PairJudge judge) {
    var folder = System.getProperty("fake.log");
    return folder == null
        ? judge
        : (event, entry, against, seed, progress) -> {
          var judgement = judge.judge(event, entry, against, seed, progress);
          Files.createTempFile(Path.of(folder), seed + "-", "");
          return judgement;
        };
  }

  /// This program as a process.
  static ProcessBuilder process(long millis, String... words) {
    return process(millis, null, words);
  }

  /// @param log where it leaves a file for each judged pair
  static ProcessBuilder process(long millis, @Nullable Path log, String... words) {
    var command =
        new java.util.ArrayList<>(
            java.util.List.of(
                java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Dfake.millis=" + millis,
                log == null ? "-Dfake" : "-Dfake.log=" + log,
                "-cp",
                System.getProperty("java.class.path"),
                FakeInstructor.class.getName()));
    command.addAll(java.util.List.of(words));
    return new ProcessBuilder(command).redirectErrorStream(true);
  }
}
