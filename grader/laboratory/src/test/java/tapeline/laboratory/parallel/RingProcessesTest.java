package tapeline.laboratory.parallel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.compress.RingAllReduce;
import tapeline.compress.RingLink;
import tapeline.toolkit.TextTable;

class RingProcessesTest {
  static {
    System.setProperty(RingLauncher.QUICK, "true");
  }

  /// Long, so that a busy machine is no failure.
  private static final Duration PATIENT = Duration.ofSeconds(60);

  private static final Duration STRICT = Duration.ofMillis(2500);

  private static final Pattern DUE_TO_TIME =
      Pattern.compile(
          "no sign of life|neither sent nor received|not joined|all ranks wait|broke the connection");

  @TempDir Path folder;

  /// A process of a ring that adds up ranks for ever, or so often; the rank that is told to does
  /// something else after some sums.
  static final class Adder {
    static void main(String[] words) {
      if (words[2].equals("absent") && words[1].equals(System.getenv("TAPELINE_RANK"))) {
        misbehave("hang", null);
      }
      RingWorker.run(link -> add(link, words));
    }

    private static String add(RingLink link, String... words) {
      int sums = Integer.parseInt(words[0]);
      int bad = Integer.parseInt(words[1]);
      if (words[2].equals("mute")) {
        mark(Path.of(words[3]), link.rank());
        if (link.rank() == bad) {
          misbehave("hang", link);
        }
      }
      for (int i = 0; i < sums; i++) {
        if (i == 20) {
          mark(Path.of(words[3]), link.rank());
        }
        if (i == 40 && link.rank() == bad) {
          misbehave(words[2], link);
        }
        var numbers = new float[1000];
        numbers[7] = link.rank();
        RingAllReduce.sum(link, numbers);
        if (numbers[7] != link.size() * (link.size() - 1) / 2f) {
          throw new IllegalStateException("a wrong sum: " + numbers[7]);
        }
      }
      return "rank " + link.rank();
    }

    /// Tells the test that the ring is at work, and who this is.
    private static void mark(Path folder, int rank) {
      try {
        var part =
            Files.writeString(folder.resolve("part-" + rank), "" + ProcessHandle.current().pid());
        Files.move(part, folder.resolve("pid-" + rank), StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private static void misbehave(String how, @Nullable RingLink link) {
      switch (how) {
        case "halt" -> Runtime.getRuntime().halt(1);
        case "hang" -> LockSupport.parkNanos(TimeUnit.HOURS.toNanos(1));
        case "short" -> requireNonNull(link).send(new byte[3]);
        case "throw" -> throw new IllegalArgumentException("no more");
        default -> throw new IllegalArgumentException(how);
      }
    }
  }

  private List<String> run(int size, Duration limit, int sums, int bad, String how)
      throws IOException, InterruptedException {
    return RingLauncher.LOCAL.run(
        size,
        limit,
        folder.resolve("logs"),
        Adder.class,
        "" + sums,
        "" + bad,
        how,
        folder.toString());
  }

  @Test
  void processes_sum() throws Exception {
    assertThat(run(3, PATIENT, 50, -1, ""))
        .as("what three processes came to")
        .containsExactly("rank 0", "rank 1", "rank 2");
  }

  /// The message of a ring that fails; "nothing" of one that does not.
  private String failure(int size, Duration limit, int bad, String how) {
    try {
      run(size, limit, Integer.MAX_VALUE, bad, how);
      return "nothing";
    } catch (IllegalStateException e) {
      return String.valueOf(e.getMessage());
    } catch (IOException | InterruptedException e) {
      return e.toString();
    }
  }

  /// The message of a ring that is to fail with `message`. A process that did nothing wrong may
  /// have had no processor for as long as one that hangs: where the message is another one that is
  /// due to time, the ring runs again, twice at most.
  private static String judged(String message, Callable<String> ring) throws Exception {
    var said = ring.call();
    for (int i = 0; i < 2 && !said.contains(message) && DUE_TO_TIME.matcher(said).find(); i++) {
      said = ring.call();
    }
    return said;
  }

  /// The ring fails with this message after one process was sent the signal, or hangs; all
  /// processes end, each other one with the rank.
  private void checkFailure(String how, int bad, String message) throws Exception {
    assertThat(judged(message, () -> signalled(how, bad)))
        .as("what the launcher says")
        .contains(message);
    for (int rank = 0; rank < 4; rank++) {
      if (rank != bad) {
        checkLog(rank, "rank " + bad);
      }
    }
  }

  private void checkLog(int rank, String reason) throws IOException {
    assertThat(Files.readString(folder.resolve("logs/rank-%d.log".formatted(rank))))
        .as("what rank %d said in the end", rank)
        .contains(reason);
  }

  /// The message of the ring after the signal, when all of its processes have ended.
  private String signalled(String how, int bad) throws Exception {
    boolean mute = how.equals("mute");
    var ring = start(STRICT, mute ? bad : -1, how);
    var pids = pids(ring);
    if (!mute && pids.size() == 4) {
      signal(how, pids.get(bad));
    }
    var said = ring.get(3, TimeUnit.MINUTES); // where another one is named, this hangs for one
    for (var process : pids) {
      process.onExit().get(60, TimeUnit.SECONDS);
    }
    return said;
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    var kill =
        "kill -%s %d".formatted(name, process.pid()); // of the shell: not all have the program
    new ProcessBuilder("sh", "-c", kill).start().waitFor();
  }

  /// Starts a ring of four; the result is its message when it fails.
  private Future<String> start(Duration limit, int bad, String how) throws IOException {
    for (int rank = 0; rank < 4; rank++) {
      Files.deleteIfExists(folder.resolve("pid-" + rank));
    }
    var ring = new FutureTask<>(() -> failure(4, limit, bad, how));
    Thread.ofPlatform().daemon().start(ring); // the end of a process is told in the common pool
    return ring;
  }

  /// The processes once all are at work, or those that are when the ring has failed.
  private List<ProcessHandle> pids(Future<?> ring) throws Exception {
    var found = new ArrayList<ProcessHandle>();
    for (int rank = 0; rank < 4; rank++) {
      var file = folder.resolve("pid-" + rank);
      while (!Files.exists(file) && !ring.isDone()) {
        Thread.sleep(20);
      }
      if (Files.exists(file)) {
        ProcessHandle.of(Long.parseLong(Files.readString(file))).ifPresent(found::add);
      }
    }
    return found;
  }

  @Test
  void a_killed_process_ends_all_others_which_name_it() throws Exception {
    checkFailure("KILL", 2, "rank 2 ended");
  }

  @Test
  void a_stopped_process_is_missed() throws Exception {
    checkFailure("STOP", 1, "rank 1 has given no sign of life for 2500 ms");
  }

  @Test
  void a_process_that_hangs_before_its_first_message_is_named() throws Exception {
    checkFailure("mute", 2, "rank 2 has neither sent nor received for 6000 ms");
  }

  @Test
  void a_process_that_hangs_before_it_joins_is_named() throws Exception {
    var message = "rank 1 has not joined within 6 s";
    assertThat(judged(message, () -> failure(3, STRICT, 1, "absent"))).isEqualTo(message);
    checkLog(0, message);
    checkLog(2, message);
  }

  @Test
  void a_strangers_connection_harms_nobody() throws Exception {
    var token = RingToken.random();
    try (var listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      for (byte[] said :
          List.of(
              new byte[] {1, 2, 3},
              "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8),
              new byte[300])) {
        try (var stranger = new Socket(listener.getInetAddress(), listener.getLocalPort());
            var accepted = listener.accept()) {
          stranger.getOutputStream().write(said);
          stranger.shutdownOutput();
          assertThat(token.greeting(accepted, new DataInputStream(accepted.getInputStream())))
              .as("the greeting of a stranger who says %d bytes", said.length)
              .isEmpty();
        }
      }
      try (var other = new Socket(listener.getInetAddress(), listener.getLocalPort());
          var accepted = listener.accept()) {
        RingToken.random()
            .greet(new DataOutputStream(other.getOutputStream()), new RingToken.Hello(1, 0));
        assertThat(token.greeting(accepted, new DataInputStream(accepted.getInputStream())))
            .as("the greeting with another token")
            .isEmpty();
      }
      try (var own = new Socket(listener.getInetAddress(), listener.getLocalPort());
          var accepted = listener.accept()) {
        token.greet(new DataOutputStream(own.getOutputStream()), new RingToken.Hello(1, 99));
        assertThat(token.greeting(accepted, new DataInputStream(accepted.getInputStream())))
            .as("the greeting with the token")
            .contains(new RingToken.Hello(1, 99));
      }
    }
    assertThat(token.toString()).as("a token in words").doesNotContain(token.secret());
  }

  /// It had no processor when the ring failed, and longer than a launcher waits for what hangs.
  @Test
  void a_process_that_is_told_late_says_the_reason_too() throws Exception {
    var ring = start(PATIENT, -1, "");
    var pids = pids(ring);
    signal("STOP", pids.get(0));
    signal("KILL", pids.get(2));
    pids.get(1).onExit().get(60, TimeUnit.SECONDS);
    pids.get(3).onExit().get(60, TimeUnit.SECONDS);
    Thread.sleep(3000);
    signal("CONT", pids.get(0));
    assertThat(ring.get(60, TimeUnit.SECONDS)).contains("rank 2 ended");
    checkLog(0, "rank 2 ended");
  }

  @Test
  void a_hanging_rank_is_named() throws Exception {
    var message = "rank 1 has neither sent nor received for 2500 ms";
    assertThat(judged(message, () -> failure(3, STRICT, 1, "hang"))).isEqualTo(message);
  }

  @Test
  void an_exception_and_a_wrong_piece_are_named() throws Exception {
    assertThatThrownBy(() -> run(3, PATIENT, Integer.MAX_VALUE, 2, "throw"))
        .hasMessage("rank 2: no more");
    assertThatThrownBy(() -> run(3, PATIENT, Integer.MAX_VALUE, 0, "short"))
        .hasMessageContaining("rank 1: piece")
        .hasMessageContaining("got 3");
    assertThatThrownBy(() -> run(3, PATIENT, Integer.MAX_VALUE, 0, "halt"))
        .hasMessageContaining("rank 0 ended");
  }

  /// Frames that are none, on a ring of this process whose rank before is the test.
  @Test
  void garbage_is_named_before_memory_is_taken() throws Exception {
    try (var listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      for (byte[] frame :
          List.of(
              new byte[] {0x7F, -1, -1, -1, 0, 0, 0, 0},
              new byte[] {-1, 0, 0, 0, 0, 0, 0, 0},
              new byte[] {0, 0, 0, 2, 0, 0, 0, 0, 5, 6})) {
        try (var to = new Socket(listener.getInetAddress(), listener.getLocalPort());
            var from = listener.accept();
            var next = new Socket(listener.getInetAddress(), listener.getLocalPort());
            var _ = listener.accept()) {
          var link = new SocketLink(2, 3, next, from, 500);
          to.getOutputStream().write(frame);
          assertThatThrownBy(link::receive)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageStartingWith("rank 1 sent rank 2 garbage: a frame has");
        }
      }
    }
  }

  @Test
  void a_neighbour_that_is_gone_is_named_without_a_coordinator() throws Exception {
    try (var listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        var to = new Socket(listener.getInetAddress(), listener.getLocalPort());
        var from = listener.accept();
        var next = new Socket(listener.getInetAddress(), listener.getLocalPort());
        var _ = listener.accept()) {
      var link = new SocketLink(0, 3, next, from, 300);
      to.close();
      assertThatThrownBy(link::receive).hasMessage("rank 2 broke the connection to rank 0");
    }
  }

  @Test
  void training_processes_come_to_what_one_comes_to() throws Exception {
    var table = DataParallel.run(RingLauncher.LOCAL, 4, 25, PATIENT, folder, DataParallel.class);
    checkErrors(table, 3, 4, 3);
    assertThat(folder.resolve("weights.bin")).as("the weights").hasSize(4L * 4810);
    assertThat(folder.resolve("weights.bin.part")).as("a file in parts").doesNotExist();
  }

  private static void checkErrors(TextTable table, int column, int another, int rows) {
    assertThat(table.rows()).as("rows").hasSize(rows);
    for (var row : table.rows()) {
      for (int c : new int[] {column, another}) {
        assertThat(Double.parseDouble(row.get(c))).as("%s", row).isLessThan(1e-5);
      }
    }
  }

  @Test
  void a_training_that_fails_leaves_no_file() throws Exception {
    assertThatThrownBy(
            () -> DataParallel.run(RingLauncher.LOCAL, 2, 25, PATIENT, folder, Breaking.class))
        .hasMessage("rank 1: it breaks");
    try (var files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .as("files that are left, logs aside")
          .noneMatch(name -> name.contains("weights"));
    }
  }

  static final class Breaking {
    static void main() {
      RingWorker.run(link -> {
        RingAllReduce.sum(link, new float[10]);
        if (link.rank() == 1) {
          throw new IllegalStateException("it breaks");
        }
        link.receive();
        return "";
      });
    }
  }
}
