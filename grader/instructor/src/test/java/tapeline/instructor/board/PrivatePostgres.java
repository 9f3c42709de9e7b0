package tapeline.instructor.board;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.WholeFolder;
import tapeline.grader.need.Need;

/// A PostgreSQL server of a test's own, on loopback and in a folder that is gone afterwards.
public final class PrivatePostgres implements AutoCloseable {
  private static @Nullable Path fresh;

  private final Path bin;
  private final Path folder;
  private final int port;

  private PrivatePostgres(Path bin, Path folder, int port) {
    this.bin = bin;
    this.folder = folder;
    this.port = port;
  }

  public static PrivatePostgres start() throws IOException, InterruptedException {
    var bin = Objects.requireNonNull(Need.program("initdb").orElseThrow().getParent());
    var folder = folder();
    as("cp", "-a", fresh(bin).toString(), folder.resolve("data").toString());
    var postgres = new PrivatePostgres(bin, folder, freePort());
    postgres.comeBack();
    return postgres;
  }

  /// Returns a new server's data, which are made once and copied: making them takes seconds.
  private static synchronized Path fresh(Path bin) throws IOException, InterruptedException {
    var made = fresh;
    if (made == null) {
      var folder = folder();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> WholeFolder.delete(folder)));
      made = folder.resolve("data");
      var initdb = bin.resolve("initdb").toString();
      as(initdb, "-D", made.toString(), "-A", "trust", "-U", "board", "--no-sync", "-E", "UTF8");
      fresh = made;
    }
    return made;
  }

  private static Path folder() throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("tapeline-postgres");
    if (isRoot()) {
      run(List.of("chown", "postgres", folder.toString())); // it refuses to run as root
    }
    return folder;
  }

  /// Starts the server, whose data are kept.
  public void comeBack() throws IOException, InterruptedException {
    as(
        bin.resolve("pg_ctl").toString(),
        "start",
        "-w",
        "-D",
        folder.resolve("data").toString(),
        "-l",
        folder.resolve("log").toString(),
        "-o",
        "-c listen_addresses=127.0.0.1 -c port=%d -c unix_socket_directories='%s'"
            .formatted(port, folder));
  }

  /// Stops the server as when the power of its machine goes.
  public void goAway() throws IOException, InterruptedException {
    var control = bin.resolve("pg_ctl").toString();
    as(control, "stop", "-w", "-m", "immediate", "-D", folder.resolve("data").toString());
  }

  public String url() {
    return "jdbc:postgresql://127.0.0.1:%d/postgres?user=board".formatted(port);
  }

  @Override
  public void close() throws Exception {
    goAway();
    WholeFolder.delete(folder);
  }

  /// Runs a command as the server's user.
  private static void as(String... words) throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    if (isRoot()) {
      command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"));
    }
    command.addAll(List.of(words));
    run(command);
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    var said = Files.createTempFile("tapeline-postgres", ".log");
    var process =
        new ProcessBuilder(command)
            .directory(Path.of("/").toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(command + " failed:\n" + Files.readString(said));
    }
    Files.delete(said);
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
