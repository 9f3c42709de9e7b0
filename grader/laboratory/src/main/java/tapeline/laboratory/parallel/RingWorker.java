package tapeline.laboratory.parallel;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tapeline.compress.RingLink;

/// A process of a ring: it joins, works, and tells the coordinator what came of it.
final class RingWorker {
  /// Where the coordinator is: `host port size limitMillis token`. Not among the words of a
  /// command, which every user of a machine can read.
  static final String ENVIRONMENT = "TAPELINE_RING";

  /// Where launchers say the rank.
  private static final List<String> RANKS =
      List.of("TAPELINE_RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK");

  static final int FAILED = 3; // exit code
  private static final long HEARTBEAT_MILLIS = 200;
  private static final int START_MILLIS = 60_000; // until the neighbours are there

  private final int rank;
  private final int size;
  private final long limitMillis;
  private final RingToken token;
  private final DataOutputStream toCoordinator;
  private final SocketLink link;
  private final SocketLink back;

  /// Does `work` as a worker of the ring that the environment names, and ends this process: with 0
  /// after the result was handed over, else with the reason on the error stream.
  static void run(Function<RingLink, String> work) {
    runBoth((link, _) -> work.apply(link));
  }

  /// The same for work that sends both ways: it is given the ring, and the ring reversed, in which
  /// it is rank `size − 1 − rank`.
  static void runBoth(BiFunction<RingLink, RingLink, String> work) {
    try {
      var worker = new RingWorker(requireEnvironment().split(" ", -1), rankGiven());
      worker.work(work);
    } catch (IOException | InterruptedException | RuntimeException e) {
      end(e.getMessage());
    }
  }

  private static String requireEnvironment() {
    return Objects.requireNonNull(
        System.getenv(ENVIRONMENT), "a worker is started by a launcher of rings");
  }

  private static int rankGiven() {
    return RANKS.stream()
        .map(System::getenv)
        .filter(Objects::nonNull)
        .mapToInt(Integer::parseInt)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no launcher has said this worker's rank"));
  }

  private RingWorker(String[] words, int rank) throws IOException {
    this.rank = rank;
    size = Integer.parseInt(words[2]);
    limitMillis = Long.parseLong(words[3]);
    token = new RingToken(words[4]);
    var control = new Socket();
    control.connect(new InetSocketAddress(words[0], Integer.parseInt(words[1])), START_MILLIS);
    control.setTcpNoDelay(true);
    toCoordinator = new DataOutputStream(control.getOutputStream());
    var fromCoordinator = new DataInputStream(control.getInputStream());
    try (var listener = new ServerSocket(0, size, control.getLocalAddress())) {
      token.greet(toCoordinator, new RingToken.Hello(rank, listener.getLocalPort()));
      var place =
          RingFrame.text(fromCoordinator, 1024).split(" ", -1); // "next HOST PORT", or "stop …"
      if (!place[0].equals("next")) {
        throw new IOException(String.join(" ", place).replaceFirst("^stop ", ""));
      }
      var next = new Socket(InetAddress.getByName(place[1]), Integer.parseInt(place[2]));
      token.greet(new DataOutputStream(next.getOutputStream()), new RingToken.Hello(rank, 0));
      link = new SocketLink(rank, size, next, previous(listener), limitMillis);
    }
    back = link.reversed();
    Thread.ofPlatform().daemon().start(() -> listen(fromCoordinator));
    Thread.ofPlatform().daemon().start(this::beat);
  }

  /// The connection of the rank before; others are turned away.
  private Socket previous(ServerSocket listener) throws IOException {
    listener.setSoTimeout(START_MILLIS);
    while (true) {
      Socket socket;
      try {
        socket = listener.accept();
      } catch (SocketTimeoutException e) {
        throw new IOException(
            "rank %d waited %d s for the connection of rank %d"
                .formatted(rank, START_MILLIS / 1000, Math.floorMod(rank - 1, size)),
            e);
      }
      var hello = token.greeting(socket, new DataInputStream(socket.getInputStream()));
      if (hello.isPresent() && hello.get().rank() == Math.floorMod(rank - 1, size)) {
        return socket;
      }
      socket.close();
    }
  }

  private void listen(DataInputStream fromCoordinator) {
    try {
      link.stop(RingFrame.text(fromCoordinator, 1 << 16).replaceFirst("^stop ", ""));
    } catch (IOException _) {
      link.stop("the coordinator of the ring is gone");
    }
    try {
      Thread.sleep(limitMillis); // for work that does not ask the ring
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    end("the ring was stopped");
  }

  private void beat() {
    try {
      while (true) {
        tell(link.state());
        Thread.sleep(HEARTBEAT_MILLIS);
      }
    } catch (IOException | InterruptedException _) {
      // the coordinator is gone: listen() ends this process
    }
  }

  private synchronized void tell(String text) throws IOException {
    RingFrame.write(toCoordinator, text);
  }

  private void work(BiFunction<RingLink, RingLink, String> work)
      throws IOException, InterruptedException {
    String failure = null;
    try {
      var result = work.apply(link, back);
      link.finish();
      back.finish();
      tell("done " + result);
    } catch (RuntimeException e) {
      failure = e.getMessage() == null ? e.toString() : e.getMessage();
    }
    if (failure != null) {
      try {
        tell("failed " + failure);
      } catch (IOException _) {
        // the coordinator knows already
      }
      end(failure);
    }
    Runtime.getRuntime().halt(0);
  }

  private static void end(@Nullable String reason) {
    System.err.println(reason);
    System.err.flush();
    Runtime.getRuntime().halt(FAILED);
  }
}
