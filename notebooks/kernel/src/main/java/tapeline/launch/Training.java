package tapeline.launch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Makes the kernel's ahead-of-time cache (JEP 483, 514, 515), in a process that outlives the
/// launcher's: a kernel is used as a learner would, over Jupyter's own protocol, and recorded.
public final class Training {
  private static final long LIMIT_SECONDS = 120;

  private Training() {}

  /// Whether there is a cache, made for these jars.
  static boolean fits(Places places, ClassPath classPath) {
    var made = places.cache().toFile().lastModified();
    return made > 0 && classPath.jars().stream().allMatch(j -> j.toFile().lastModified() <= made);
  }

  /// Starts [#main] and returns at once.
  static void inBackground(Places places) throws IOException {
    new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Training.class.getName(),
            places.root().toString())
        .redirectErrorStream(true)
        .redirectOutput(places.library().resolve("training.log").toFile())
        .start();
  }

  /// Uses a kernel that is recorded. One training at a time: a second one leaves at once.
  public static void main(String[] args) throws IOException, InterruptedException {
    var places = new Places(Path.of(args[0]));
    var lock = places.library().resolve("training.lock");
    try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var held = channel.tryLock()) {
      if (held == null) {
        return;
      }
      var classPath = ClassPath.packed(System.getProperty("java.class.path"), places.library());
      if (fits(places, classPath)) {
        return;
      }
      var recording = places.library().resolve("recording.aotconf");
      Files.deleteIfExists(recording);
      var command = KernelCommand.here(classPath, places);
      record(places, command, recording);
      assemble(places, command, recording);
    }
    Files.deleteIfExists(places.library().resolve("training.log"));
  }

  private static void record(Places places, KernelCommand command, Path recording)
      throws IOException, InterruptedException {
    var connection = Connection.onFreePorts(places.library().resolve("training.json"));
    var kernel = start(places, command.train(recording, connection.file()));
    try (var client = new KernelClient(connection, kernel)) {
      Lesson.teach(client);
      client.shutdown();
      kernel.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    } finally {
      kernel.destroyForcibly();
      Files.deleteIfExists(connection.file());
    }
  }

  /// The cache appears whole or not at all: no kernel ever sees half a file.
  private static void assemble(Places places, KernelCommand command, Path recording)
      throws IOException, InterruptedException {
    var unfinished = places.library().resolve("unfinished.aot");
    Files.deleteIfExists(unfinished);
    if (start(places, command.assemble(recording, unfinished)).waitFor() == 0) {
      Files.move(
          unfinished,
          places.cache(),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      Files.delete(recording);
    }
  }

  private static Process start(Places places, List<String> command) throws IOException {
    return new ProcessBuilder(command).directory(places.root().toFile()).inheritIO().start();
  }
}
