package tapeline.instructor.board;

import tapeline.instructor.Instructor;

/// The instructor's commands with a [FakeJudge], which takes as long as `-Dfake.millis` says.
final class FakeInstructor {
  private FakeInstructor() {}

  public static void main(String[] args) {
    long millis = Long.getLong("fake.millis", 0);
    System.exit(Instructor.run(args, _ -> new FakeJudge(millis)));
  }

  /// This program as a process.
  static ProcessBuilder process(long millis, String... words) {
    var command =
        new java.util.ArrayList<>(
            java.util.List.of(
                java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Dfake.millis=" + millis,
                "-cp",
                System.getProperty("java.class.path"),
                FakeInstructor.class.getName()));
    command.addAll(java.util.List.of(words));
    return new ProcessBuilder(command).redirectErrorStream(true);
  }
}
