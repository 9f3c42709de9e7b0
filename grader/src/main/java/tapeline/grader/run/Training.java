package tapeline.grader.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;

/// Makes the workers' ahead-of-time cache, in a process that outlives the grader's.
public final class Training {
  private static final long LIMIT_MILLIS = 60_000;

  /// The cache keeps profiles too: a method that is hot when it is made is compiled early later.
  private static final int ROUNDS = 5;

  private Training() {}

  /// Starts [#main] for `module` and returns at once, with the process that may be waited for.
  public static Process inBackground(Course course, CourseModule module) {
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            Training.class.getName(),
            course.root().toString(),
            "" + module.number());
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(course.target().resolve("training.log").toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start the training of the cache", e);
    }
  }

  /// Grades a module's reference as if it had been handed in, with a worker that records. One
  /// training at a time: a second one leaves at once.
  public static void main(String[] args) throws IOException, InterruptedException {
    var course = Course.at(Path.of(args[0]));
    var module = course.module(Integer.parseInt(args[1]));
    var jvm = new Jvm(course, 1);
    var lock = course.target().resolve("training.lock");
    try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var held = channel.tryLock()) {
      if (held == null || jvm.cached()) {
        return;
      }
      try (var workers = Workers.trained(jvm)) {
        var grader = new Grader(course, workers, KnownMistakes.none(course), LIMIT_MILLIS);
        for (int i = 0; i < ROUNDS; i++) {
          grader.folder(module, module.exercises(), course.solution(module));
        }
        if (workers.finish()) {
          jvm.keepCache();
        }
      }
    }
    Files.deleteIfExists(course.target().resolve("training.log"));
  }
}
