package tapeline.laboratory.parallel;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tapeline.compress.RingLink;

/// A process of a ring: it joins, works, and tells the coordinator what came of it.
public final class RingWorker {
  /// The environment variable with the coordinator's address: `host port size limitMillis token`.
  /// It is not an argument of the command, because every user of a machine can read those.
  public static final String ENVIRONMENT = "TAPELINE_RING";

  /// The environment variables in which launchers give the rank.
  private static final List<String> RANKS = List.of("TAPELINE_RANK", "SLURM_PROCID");

  static final int FAILED = 3; // exit code
  private static final long HEARTBEAT_MILLIS = 200;
  private static final int CONNECT_MILLIS = 60_000;
  private static final long GRACE_MILLIS = 2000; // of work that does not ask the ring

  private final int rank;
  private final int size;
  private final long limitMillis;
  private final RingToken token;
  private final ServerSocket listener; // for the rank before
  private final DataOutputStream toCoordinator;
  private final DataInputStream fromCoordinator;
  private @Nullable SocketLink link; // from when the neighbours are there

  /// Does `work` as a worker of the ring that the environment names, and ends this process: with 0
  /// after the result was handed over, else with the reason on the error stream.
  static void run(Function<RingLink, String> work) {
    runBoth((link, _) -> work.apply(link));
  }

  /// Does `work` as [#run] does, for work that sends both ways: it receives the ring, and the ring
  /// reversed, in which this worker's rank is `size − 1 − rank`.
  public static void runBoth(BiFunction<RingLink, RingLink, String> work) {
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
    control.connect(new InetSocketAddress(words[0], Integer.parseInt(words[1])), CONNECT_MILLIS);
    control.setTcpNoDelay(true);
    toCoordinator = new DataOutputStream(control.getOutputStream());
    fromCoordinator = new DataInputStream(control.getInputStream());
    listener = new ServerSocket(0, size, control.getLocalAddress());
    token.greet(toCoordinator, new RingToken.Hello(rank, listener.getLocalPort()));
  }

  /// Connects the neighbours. While it waits for them it says that it lives, and can be stopped.
  private SocketLink join() throws IOException {
    var place = RingFrame.text(fromCoordinator, 1024).split(" ", -1); // "next HOST PORT", "stop …"
    if (!place[0].equals("next")) {
      throw new IOException(String.join(" ", place).replaceFirst("^stop ", ""));
    }
    var worker = Thread.currentThread();
    Thread.ofPlatform().daemon().start(() -> listen(worker));
    Thread.ofPlatform().daemon().start(() -> beat(worker));
    try (listener) {
      var next = new Socket(InetAddress.getByName(place[1]), Integer.parseInt(place[2]));
      token.greet(new DataOutputStream(next.getOutputStream()), new RingToken.Hello(rank, 0));
      return joined(new SocketLink(rank, size, next, previous(), limitMillis));
    }
  }

  private synchronized SocketLink joined(SocketLink ring) {
    link = ring;
    return ring;
  }

  private synchronized @Nullable SocketLink link() {
    return link;
  }

  /// The connection of the rank before; others are turned away. One that never comes is the
  /// coordinator's to miss.
  private Socket previous() throws IOException {
    while (true) {
      var socket = listener.accept();
      var hello = token.greeting(socket, new DataInputStream(socket.getInputStream()));
      if (hello.isPresent() && hello.get().rank() == Math.floorMod(rank - 1, size)) {
        return socket;
      }
      socket.close();
    }
  }

  /// Waits until the ring is stopped; then the worker's own thread has a while to end the process.
  private void listen(Thread worker) {
    String reason;
    try {
      reason = RingFrame.text(fromCoordinator, 1 << 16).replaceFirst("^stop ", "");
    } catch (IOException _) {
      reason = "the coordinator of the ring is gone";
    }
    var ring = link();
    if (ring != null) {
      ring.stop(reason);
      try {
        worker.join(GRACE_MILLIS);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
    end(reason);
  }

  /// Says a few times a second what the worker does, and the nanoseconds that it had a processor.
  private void beat(Thread worker) {
    var threads = ManagementFactory.getThreadMXBean();
    try {
      while (true) {
        var ring = link();
        var state = ring == null ? SocketLink.JOINING : ring.state();
        tell("%s %d".formatted(state, threads.getThreadCpuTime(worker.threadId())));
        Thread.sleep(HEARTBEAT_MILLIS); // a period: there is nothing else to wait for
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
      var ring = join();
      var back = ring.reversed();
      var result = work.apply(ring, back);
      ring.finish();
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
