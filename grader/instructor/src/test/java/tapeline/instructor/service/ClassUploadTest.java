package tapeline.instructor.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.instructor.board.PrivatePostgres;
import tapeline.instructor.database.Database;
import tapeline.instructor.receipt.Member.Kind;
import tapeline.instructor.receipt.Receipt;
import tapeline.instructor.web.BodyLimits;
import tapeline.toolkit.Sha256;

/// Uploads that break off, come too slowly, all at once or twice, to disks that are full and
/// databases that are away.
@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
@Timeout(300)
class ClassUploadTest {
  private static final Uploads.Disk DISK = file -> file;

  @TempDir private Path folder = Path.of(".");

  /// Sends a body in parts, as a client that does not know its length.
  private static HttpRequest.Builder chunked(TestClass service, int bytes) {
    return HttpRequest.newBuilder(service.at("/api/submit?name=a.zip"))
        .PUT(
            BodyPublishers.ofByteArrays(List.of(new byte[bytes / 2], new byte[bytes - bytes / 2])));
  }

  @Test
  void a_body_that_is_too_long_leaves_nothing() throws Exception {
    var limits = new BodyLimits(1_000, 0, Duration.ofDays(1), System::nanoTime);
    try (var service = TestClass.in(folder, limits, DISK, InstantSource.system())) {
      var ada = service.invite(Kind.STUDENT, "ada");
      var known = service.put(ada, "a.zip", new byte[1_001]);
      assertThat(known.statusCode()).isEqualTo(413);
      assertThat(known.body()).contains("a body has at most 1,000 bytes, got 1,001");
      assertThat(service.send(chunked(service, 1_001), ada).statusCode()).isEqualTo(413);
      assertThat(service.send(service.form(new byte[1_001]), ada).statusCode()).isEqualTo(413);
      var unknown = service.form(BodyPublishers.ofByteArrays(List.of(new byte[1_001])));
      assertThat(service.send(unknown, ada).statusCode()).isEqualTo(413);
      assertThat(service.files()).isEmpty();
      assertThat(service.receipts(Kind.STUDENT)).isEmpty();
    }
  }

  /// Sends more than the system keeps of a connection that is not read.
  @Test
  void a_client_that_sends_all_before_it_reads_gets_the_refusal() throws Exception {
    int most = 24 << 20;
    var limits = new BodyLimits(most, 0, Duration.ofDays(1), System::nanoTime);
    try (var service = TestClass.in(folder, limits, DISK, InstantSource.system())) {
      var heads =
          Map.of(
              head(service.invite(Kind.STUDENT, "ada"), 2 * most),
              2 * most,
              "POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
                  .formatted(most),
              most);
      for (var head : heads.entrySet()) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), service.at("/").getPort())) {
          socket.getOutputStream().write(head.getKey().getBytes(UTF_8));
          socket.getOutputStream().write(new byte[head.getValue()]);
          assertThat(new String(socket.getInputStream().readNBytes(12), UTF_8))
              .as(head.getKey())
              .isEqualTo("HTTP/1.1 413");
        }
      }
      assertThat(service.files()).isEmpty();
    }
  }

  @Test
  void a_stranger_who_has_sent_a_part_is_refused_and_not_waited_for() throws Exception {
    try (var service = TestClass.in(folder);
        var socket = new Socket(InetAddress.getLoopbackAddress(), service.at("/").getPort())) {
      socket.setSoTimeout(200_000); // a read is not interrupted by the test's own limit
      socket.getOutputStream().write(head("wrong", 64 << 20).getBytes(UTF_8));
      socket.getOutputStream().write(new byte[4 << 20]);
      var answer = new String(socket.getInputStream().readNBytes(12), UTF_8);
      assertThat(answer).isEqualTo("HTTP/1.1 401");
    }
  }

  /// All of the request has come, and the disk takes longer than a client may be silent: eight
  /// seconds, an hour by the injected clock. Where the machine is busy, a connection may end before
  /// its request is looked at: it is sent again, ten times at most.
  @Test
  void a_client_that_waits_for_a_slow_answer_keeps_its_connection() throws Exception {
    var nanos = new AtomicLong();
    var limits = new BodyLimits(64 << 20, 1024, Duration.ofSeconds(5), nanos::get);
    Uploads.Disk slow =
        file ->
            new FilterOutputStream(file) {
              private boolean waited;

              @Override
              public void write(byte[] bytes, int from, int n) throws IOException {
                if (!waited) {
                  nanos.addAndGet(Duration.ofHours(1).toNanos());
                  LockSupport.parkNanos(Duration.ofSeconds(8).toNanos());
                  waited = true;
                }
                out.write(bytes, from, n);
              }
            };
    try (var service = TestClass.in(folder, limits, slow, InstantSource.system())) {
      int bytes = 4 << 16; // more than one read
      var all = (head(service.invite(Kind.STUDENT, "ada"), bytes) + "a".repeat(bytes));
      var answer = "";
      for (int i = 0; i < 10 && answer.isEmpty(); i++) {
        answer = answer(service, all);
      }
      assertThat(answer).isEqualTo("HTTP/1.1 200");
    }
  }

  /// Returns the begin of the answer, empty where the connection ends without one.
  private static String answer(TestClass service, String request) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), service.at("/").getPort())) {
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readNBytes(12), UTF_8);
    } catch (SocketException _) {
      return "";
    }
  }

  /// By the injected clock, two minutes pass with each read.
  @Test
  void a_body_that_comes_a_byte_a_second_is_ended_and_leaves_nothing() throws Exception {
    var nanos = new AtomicLong();
    var limits =
        new BodyLimits(1_000, 100, Duration.ofMinutes(1), () -> nanos.addAndGet(120_000_000_000L));
    try (var service = TestClass.in(folder, limits, DISK, InstantSource.system())) {
      var ada = service.invite(Kind.STUDENT, "ada");
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), service.at("/").getPort())) {
        socket.getOutputStream().write((head(ada, 30) + "a").getBytes(UTF_8));
        socket.getOutputStream().flush();
        var answer = new String(socket.getInputStream().readNBytes(12), UTF_8);
        assertThat(answer).isEqualTo("HTTP/1.1 408");
      }
      assertThat(service.files()).isEmpty();
      assertThat(service.receipts(Kind.STUDENT)).isEmpty();
    }
  }

  private static String head(String token, int length) {
    return "PUT /api/submit HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n"
        .formatted(token, length);
  }

  @Test
  void an_upload_that_is_cut_off_leaves_nothing_and_nobody_waits_for_it() throws Exception {
    try (var service = TestClass.in(folder)) {
      var ada = service.invite(Kind.STUDENT, "ada");
      try (var half = new Socket(InetAddress.getLoopbackAddress(), service.at("/").getPort())) {
        half.getOutputStream().write((head(ada, 1_000) + "half").getBytes(UTF_8));
        half.getOutputStream().flush();
        await(() -> service.parts().size() == 1);
        assertThat(service.put(ada, "a.zip", TestClass.homework("07-optimizers", "1")).statusCode())
            .isEqualTo(200);
      }
      await(() -> service.parts().isEmpty());
      assertThat(service.receipts(Kind.STUDENT)).hasSize(1);
    }
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    while (!condition.call()) {
      Thread.sleep(20);
    }
  }

  @Test
  void a_disk_that_takes_no_part_of_a_form_is_told() throws Exception {
    try (var service = TestClass.in(folder)) {
      var ada = service.invite(Kind.STUDENT, "ada");
      var parts = service.folder.uploads().resolve("parts");
      Files.delete(parts);
      Files.writeString(parts, "no folder");
      var bytes = TestClass.homework("07-optimizers", "1");
      assertThat(service.send(service.form(bytes), ada).statusCode()).isEqualTo(507);
      assertThat(service.put(ada, "a.zip", bytes).statusCode()).isEqualTo(507);
    }
  }

  @Test
  void a_full_disk_is_told_and_nothing_of_the_upload_stays() throws Exception {
    Uploads.Disk full =
        file ->
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                file.write(b);
                throw new IOException("No space left on device");
              }
            };
    try (var service = TestClass.in(folder, TestClass.LIMITS, full, InstantSource.system())) {
      var ada = service.invite(Kind.STUDENT, "ada");
      var bytes = TestClass.homework("07-optimizers", "1");
      for (var answer :
          List.of(service.put(ada, "a.zip", bytes), service.send(service.form(bytes), ada))) {
        assertThat(answer.statusCode()).isEqualTo(507);
        assertThat(answer.body()).contains("the disk of the server did not take it");
      }
      assertThat(service.files()).isEmpty();
      assertThat(service.receipts(Kind.STUDENT)).isEmpty();
    }
  }

  /// Sixty members hand a file in twice at the same time, and then two others at the same time.
  @Test
  void however_many_come_at_once_each_gets_its_receipt_and_the_same_bytes_the_same_one()
      throws Exception {
    try (var service = TestClass.in(folder);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var tokens = new ArrayList<String>();
      for (int i = 0; i < 60; i++) {
        tokens.add(service.invite(Kind.STUDENT, "student-" + i));
      }
      var numbers = new HashMap<String, String>();
      for (var atOnce : List.of(List.of(0, 0), List.of(1, 2))) {
        var answers = new ArrayList<Future<String>>();
        var files = new ArrayList<String>();
        for (int i = 0; i < 60; i++) {
          var token = tokens.get(i);
          for (int n : atOnce) {
            var text = "class A {} // " + i + " " + n;
            var bytes =
                TestClass.zip(Map.of("07-optimizers/src/main/java/A.java", text.getBytes(UTF_8)));
            files.add(text);
            answers.add(
                threads.submit(() -> {
                  var answer = service.put(token, "07.zip", bytes);
                  return answer.statusCode() + " " + TestClass.json(answer).path("receipt");
                }));
          }
        }
        for (int i = 0; i < answers.size(); i++) {
          var answer = answers.get(i).get();
          assertThat(answer).matches("200 \\d+");
          var before = numbers.putIfAbsent(files.get(i), answer);
          assertThat(before == null ? answer : before).as("the same bytes again").isEqualTo(answer);
        }
      }
      assertThat(numbers.values()).hasSize(180).doesNotHaveDuplicates();
      var receipts = service.receipts(Kind.STUDENT);
      assertThat(receipts).hasSize(180);
      assertThat(receipts).extracting(Receipt::received).doesNotHaveDuplicates();
      for (int i = 0; i < 60; i++) {
        int member = i + 1;
        var last =
            receipts.stream()
                .filter(r -> r.member() == member)
                .max(Comparator.comparing(Receipt::received))
                .orElseThrow();
        var laid = service.folder.homework().resolve("07-optimizers/student-%d.zip".formatted(i));
        assertThat(Sha256.of(laid)).isEqualTo(last.hash());
      }
    }
  }

  @Test
  void a_member_who_hands_in_too_often_waits_and_nobody_else_does() throws Exception {
    var now = new AtomicLong(Instant.parse("2026-11-29T12:00:00Z").toEpochMilli());
    InstantSource clock = () -> Instant.ofEpochMilli(now.get());
    try (var service = TestClass.in(folder, TestClass.LIMITS, DISK, clock)) {
      var ada = service.invite(Kind.STUDENT, "ada");
      for (int i = 0; i < HandIns.MOST_A_DAY; i++) {
        assertThat(service.put(ada, "a.zip", new byte[] {(byte) i}).statusCode()).isEqualTo(200);
      }
      var more = service.put(ada, "a.zip", new byte[] {-1});
      assertThat(more.statusCode()).isEqualTo(429);
      assertThat(more.body()).contains("a member hands in at most 200 times in 24 hours");
      var ben = service.invite(Kind.STUDENT, "ben");
      assertThat(service.put(ben, "a.zip", new byte[] {-1}).statusCode()).isEqualTo(200);
      now.addAndGet(Duration.ofDays(1).plusSeconds(1).toMillis());
      assertThat(service.put(ada, "a.zip", new byte[] {-1}).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void a_clock_that_jumps_back_makes_no_receipt_earlier_than_one_before() throws Exception {
    var noon = Instant.parse("2026-12-01T12:00:00Z");
    var clock = new AtomicReference<>(noon);
    try (var service = TestClass.in(folder, TestClass.LIMITS, DISK, clock::get)) {
      var ada = service.invite(Kind.STUDENT, "ada");
      for (var time : List.of(noon, noon.minusSeconds(3600), noon.plusSeconds(1))) {
        clock.set(time);
        service.put(ada, "a.zip", TestClass.homework("07-optimizers", "" + time));
      }
      assertThat(service.receipts(Kind.STUDENT))
          .extracting(Receipt::received)
          .containsExactly(noon, noon.plusMillis(1), noon.plusSeconds(1));
    }
    clock.set(noon);
    try (var service = TestClass.in(folder, TestClass.LIMITS, DISK, clock::get)) {
      service.put(service.invite(Kind.STUDENT, "ben"), "a.zip", new byte[] {1});
      assertThat(service.receipts(Kind.STUDENT).getLast().received())
          .isEqualTo(noon.plusSeconds(1).plusMillis(1));
    }
  }

  /// A clock that spoils each upload that lies there when it is read: a check after that finds no
  /// zip.
  private InstantSource spoiling() {
    return () -> {
      try (var kept = Files.newDirectoryStream(new HandInFolder(folder).uploads(), "*.zip")) {
        for (var upload : kept) {
          Files.write(upload, new byte[] {1});
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return Instant.EPOCH.plusSeconds(1);
    };
  }

  @Test
  void the_time_is_that_of_the_whole_upload_and_not_of_its_check() throws Exception {
    try (var service = TestClass.in(folder, TestClass.LIMITS, DISK, spoiling())) {
      var ada = service.invite(Kind.STUDENT, "ada");
      service.put(ada, "a.zip", TestClass.homework("07-optimizers", "1"));
      var receipt = service.receipts(Kind.STUDENT).getFirst();
      assertThat(receipt.received()).isEqualTo(Instant.EPOCH.plusSeconds(1));
      assertThat(receipt.isTaken()).isFalse();
    }
  }

  @Test
  void the_same_bytes_again_are_not_checked_again() throws Exception {
    var clock = new AtomicReference<InstantSource>(() -> Instant.EPOCH);
    try (var service = TestClass.in(folder, TestClass.LIMITS, DISK, () -> clock.get().instant())) {
      var team = service.invite(Kind.TEAM, "Team Ada");
      var ada = service.invite(Kind.STUDENT, "ada");
      for (var bytes :
          Map.of(
                  team, TestClass.entry("Team Ada"),
                  ada, TestClass.homework("07-optimizers", "1"))
              .entrySet()) {
        clock.set(() -> Instant.EPOCH);
        var first = service.put(bytes.getKey(), "a.zip", bytes.getValue()).body();
        clock.set(spoiling());
        var again = service.put(bytes.getKey(), "a.zip", bytes.getValue()).body();
        assertThat(again).contains("\"refused\" : \"\"").isEqualTo(first);
      }
    }
  }

  @Test
  @Needs(Need.POSTGRESQL)
  void a_database_that_is_away_is_told_and_nothing_is_lost() throws Exception {
    try (var server = PrivatePostgres.start();
        var service =
            TestClass.in(
                new HandInFolder(folder),
                Database.open(server.url()),
                TestClass.LIMITS,
                DISK,
                InstantSource.system())) {
      var ada = service.invite(Kind.STUDENT, "ada");
      var bytes = TestClass.homework("07-optimizers", "1");
      var first = service.put(ada, "a.zip", bytes).body();
      server.goAway();
      for (var answer :
          List.of(service.put(ada, "b.zip", bytes), service.get(ada, "/yours.html"))) {
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("the database does not answer; nothing is lost");
      }
      server.comeBack();
      assertThat(service.put(ada, "a.zip", bytes).body()).isEqualTo(first);
      assertThat(service.receipts(Kind.STUDENT)).hasSize(1);
    }
  }
}
