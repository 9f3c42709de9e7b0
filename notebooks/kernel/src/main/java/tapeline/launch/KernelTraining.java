package tapeline.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;
import tapeline.grader.run.Jvm;
import tapeline.toolkit.ScratchFolder;

/// Makes the kernel's ahead-of-time cache (JEP 483, 514, 515), in a process that outlives the
/// launcher's: a kernel is used as a learner would, over Jupyter's own protocol, and recorded.
public final class KernelTraining {
  private static final long LIMIT_SECONDS = 360;

  private KernelTraining() {}

  /// Whether there is a cache, made for these jars. One that was made for others is deleted: the
  /// JVM does not compare the two, and a kernel would run the classes of then.
  static boolean fits(KernelFiles files, ClassPath classPath) {
    var cache = files.cache().toFile();
    var made = cache.lastModified();
    boolean fits =
        made > 0 && classPath.jars().stream().allMatch(j -> j.toFile().lastModified() <= made);
    if (!fits) {
      var _ = cache.delete(); // Windows keeps it as long as a kernel runs from it
    }
    return fits;
  }

  /// Starts [#main] and returns at once.
  static void inBackground(KernelFiles files) throws IOException {
    new ProcessBuilder(
            Jvm.java().toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            KernelTraining.class.getName(),
            files.root().toString())
        .redirectErrorStream(true)
        .redirectOutput(files.library().resolve("training.log").toFile())
        .start();
  }

  /// Uses a kernel that is recorded. One training at a time: a second one leaves at once.
  public static void main(String[] args) throws Exception {
    var files = new KernelFiles(Path.of(args[0]));
    var lock = files.library().resolve("training.lock");
    try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var held = channel.tryLock()) {
      if (held == null) {
        return;
      }
      var classPath = ClassPath.packed(System.getProperty("java.class.path"), files.library());
      if (fits(files, classPath)) {
        return;
      }
      var recording = files.library().resolve("recording.aotconf");
      Files.deleteIfExists(recording);
      var command = KernelCommand.here(classPath, files);
      record(files, command, recording);
      assemble(files, command, recording);
    }
    Files.deleteIfExists(files.library().resolve("training.log"));
  }

  private static void record(KernelFiles files, KernelCommand command, Path recording)
      throws IOException, InterruptedException, GeneralSecurityException {
    var connection = onFreePorts();
    try (var folder = ScratchFolder.of("training")) { // the key is for this user alone
      var file = folder.path().resolve("connection.json");
      Files.writeString(file, connection.toJsonString());
      var kernel = start(files, command.train(recording, file));
      try (var client = new KernelClient(connection, kernel::isAlive)) {
        Lesson.teach(client);
        kernel.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      } finally {
        kernel.destroyForcibly();
      }
    }
  }

  /// Free ports of this machine, and a key for signatures.
  static KernelConnectionProperties onFreePorts() throws IOException {
    var ports = new int[5];
    var held = new ArrayList<ServerSocket>(); // all at once, so that they differ
    try {
      for (int i = 0; i < ports.length; i++) {
        held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        ports[i] = held.getLast().getLocalPort();
      }
    } finally {
      for (var socket : held) {
        socket.close();
      }
    }
    return new KernelConnectionProperties(
        "127.0.0.1",
        ports[0],
        ports[1],
        ports[2],
        ports[3],
        ports[4],
        "tcp",
        "hmac-sha256",
        UUID.randomUUID().toString());
  }

  /// The cache appears whole or not at all: no kernel ever sees half a file.
  private static void assemble(KernelFiles files, KernelCommand command, Path recording)
      throws IOException, InterruptedException {
    var unfinished = files.library().resolve("unfinished.aot");
    Files.deleteIfExists(unfinished);
    if (start(files, command.assemble(recording, unfinished)).waitFor() == 0) {
      Files.move(
          unfinished,
          files.cache(),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      Files.delete(recording);
    }
  }

  private static Process start(KernelFiles files, List<String> command) throws IOException {
    return new ProcessBuilder(command).directory(files.root().toFile()).inheritIO().start();
  }
}
