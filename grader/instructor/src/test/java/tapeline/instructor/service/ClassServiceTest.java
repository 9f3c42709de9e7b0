package tapeline.instructor.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.instructor.board.PrivatePostgres;
import tapeline.instructor.database.Database;
import tapeline.instructor.receipt.Member.Kind;
import tapeline.instructor.receipt.Receipt;
import tapeline.instructor.web.BodyLimits;
import tapeline.toolkit.Sha256;

@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
@Timeout(300)
class ClassServiceTest {
  private static final Uploads.Disk DISK = file -> file;

  @TempDir private Path folder = Path.of(".");

  private static JsonNode json(HttpResponse<String> answer) throws Exception {
    return new ObjectMapper().readTree(answer.body());
  }

  @Test
  void a_receipt_says_what_was_recognised_and_the_upload_lies_where_its_runner_reads()
      throws Exception {
    try (var service = TestClass.in(folder)) {
      var team = service.invite(Kind.TEAM, "Team Ada");
      var ada = service.invite(Kind.STUDENT, "ada");
      var entry = json(service.put(team, "entry.zip", TestClass.entry("Team Ada")));
      assertThat(entry.path("recognised").asText()).isEqualTo("matmul: matmul-rows");
      assertThat(entry.path("refused").asText()).isEmpty();
      assertThat(entry.path("says").asText()).startsWith("0 entries are before it.");
      var answer = service.put(ada, "07.zip", TestClass.homework("07-optimizers", "1"));
      assertThat(json(answer).path("recognised").asText()).isEqualTo("07-optimizers");
      var second = json(service.put(ada, "07.zip", TestClass.homework("07-optimizers", "2")));
      assertThat(second.path("receipt").asInt())
          .isGreaterThan(json(answer).path("receipt").asInt());

      assertThat(service.files())
          .contains("entries/team-1/%06d.zip".formatted(entry.path("receipt").asInt()))
          .filteredOn(n -> n.startsWith("homework"))
          .containsExactly("homework/07-optimizers/ada.zip");
      var last = service.folder.homework().resolve("07-optimizers/ada.zip");
      assertThat(Sha256.of(last))
          .as("the last hand-in of a module counts")
          .isEqualTo(second.path("sha256").asText());
      assertThat(Files.getLastModifiedTime(last).toInstant())
          .isEqualTo(Instant.parse(second.path("received").asText()));
      assertThat(json(service.get(ada, "/api/receipts")).findValuesAsText("state"))
          .containsExactly("✓ handed in", "↷ replaced");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          no zip             | ''                    | an archive is a zip
          another team's     | matmul: matmul-rows   | an entry names the team that hands it in, Team Ada, got Team Curie
          an unknown event   | chess: matmul-rows    | an entry is for one of
          changed code       | matmul: matmul-rows   | codeHash is that of the files
          no manifest        | ''                    | an entry has a manifest.json
          a path that leaves | ''                    | ..
          """)
  void an_entry_that_breaks_a_rule_has_a_receipt_that_names_it_and_is_not_laid_out(
      String upload, String recognised, String refused) throws Exception {
    var bytes =
        switch (upload) {
          case "no zip" -> "no zip".getBytes(UTF_8);
          case "another team's" -> TestClass.entry("Team Curie");
          case "an unknown event" ->
              TestClass.entry(
                  "matmul-rows", Map.of("\"matmul\"", "\"chess\"", "Team Babbage", "Team Ada"));
          case "changed code" ->
              TestClass.entry(
                  "matmul-rows", Map.of("9d7c8d2e", "00000000", "Team Babbage", "Team Ada"));
          case "no manifest" -> TestClass.zip(Map.of("src/A.java", "class A {}".getBytes(UTF_8)));
          default -> TestClass.zip(Map.of("../A.java", "class A {}".getBytes(UTF_8)));
        };
    try (var service = TestClass.in(folder)) {
      var receipt = json(service.put(service.invite(Kind.TEAM, "Team Ada"), "entry.zip", bytes));
      assertThat(receipt.path("recognised").asText()).isEqualTo(recognised.replace("''", ""));
      assertThat(receipt.path("refused").asText()).contains(refused);
      assertThat(service.files()).hasSize(1).allMatch(n -> n.matches("uploads/[0-9a-f]{64}\\.zip"));
    }
  }

  @Test
  void homework_without_a_module_or_with_a_way_out_has_a_receipt_that_says_so() throws Exception {
    try (var service = TestClass.in(folder)) {
      var ada = service.invite(Kind.STUDENT, "ada");
      var other = TestClass.zip(Map.of("notes.txt", "Hi".getBytes(UTF_8)));
      assertThat(json(service.put(ada, "a.zip", other)).path("refused").asText())
          .startsWith("there is no folder called 01-scalar-tape or");
      var out = TestClass.zip(Map.of("../07-optimizers/src/main/java/A.java", new byte[0]));
      assertThat(json(service.put(ada, "a.zip", out)).path("refused").asText())
          .startsWith("an entry's path leaves the archive");
      assertThat(service.folder.homework()).doesNotExist();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "none, this needs a token",
    "wrong, this token is not known",
    "revoked, this token was revoked",
  })
  void without_a_token_that_holds_nothing_is_taken_or_shown(String token, String says)
      throws Exception {
    try (var service = TestClass.in(folder)) {
      var mine = service.invite(Kind.STUDENT, "ada");
      service.members().revoke("ada");
      var sent = Map.of("none", "", "wrong", Tokens.draw(), "revoked", mine).get(token);
      var answers = new ArrayList<HttpResponse<String>>();
      answers.add(service.put(sent, "a.zip", TestClass.homework("07-optimizers", "1")));
      for (var path : List.of("/api/receipts", "/yours.html", "/receipts/1", "/index.html")) {
        answers.add(service.get(sent, path));
      }
      for (var answer : answers) {
        assertThat(answer.statusCode()).as(answer.uri() + "").isEqualTo(401);
        assertThat(answer.body().replace("&#39;", "'")).contains(says);
      }
      assertThat(service.files()).isEmpty();
      assertThat(service.receipts(Kind.STUDENT)).isEmpty();
    }
  }

  @Test
  void a_member_sees_no_receipt_of_another() throws Exception {
    try (var service = TestClass.in(folder)) {
      var ada = service.invite(Kind.TEAM, "Team Ada");
      var eve = service.invite(Kind.TEAM, "Team Eve");
      var student = service.invite(Kind.STUDENT, "eve");
      int number =
          json(service.put(ada, "entry.zip", TestClass.entry("Team Ada"))).path("receipt").asInt();
      for (var path : List.of("/receipts/", "/api/receipts/")) {
        assertThat(service.get(ada, path + number).statusCode()).isEqualTo(200);
        for (var other : List.of(eve, student)) {
          var answer = service.get(other, path + number);
          assertThat(answer.statusCode()).isEqualTo(404);
          assertThat(answer.body()).contains("you have no receipt " + number);
        }
      }
      assertThat(service.get(eve, "/yours.html").body()).doesNotContain("Ada", "matmul-rows");
    }
  }

  @Test
  void names_that_are_markup_paths_or_turn_the_text_stay_text() throws Exception {
    try (var service = TestClass.in(folder)) {
      var ada = service.invite(Kind.STUDENT, "<script>ada</script>");
      int i = 0;
      for (var name :
          List.of(
              "<script>alert(1)</script>.zip",
              "../../etc/passwd",
              "C:\\a\\b.zip",
              "a\u202epiz.exe")) {
        var receipt = json(service.put(ada, name, TestClass.homework("07-optimizers", "" + i++)));
        assertThat(receipt.path("file").asText()).doesNotContain("/", "\\", "\u202e");
      }
      assertThat(service.receipts(Kind.STUDENT))
          .extracting(Receipt::file)
          .containsExactly("script>.zip", "passwd", "b.zip", "a�piz.exe");
      var page = service.get(ada, "/yours.html").body();
      assertThat(page).doesNotContain("<script").contains("&lt;script&gt;ada");
      assertThat(service.folder.folder().getParent()).isDirectoryNotContaining("glob:**etc");
    }
  }

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
      assertThat(service.send(form(service, new byte[1_001]), ada).statusCode()).isEqualTo(413);
      assertThat(service.files()).isEmpty();
      assertThat(service.receipts(Kind.STUDENT)).isEmpty();
    }
  }

  /// By the injected clock, two seconds pass with each read.
  @Test
  void a_body_that_comes_a_byte_a_second_is_ended_and_leaves_nothing() throws Exception {
    var nanos = new AtomicLong();
    var limits =
        new BodyLimits(1_000, 100, Duration.ofSeconds(1), () -> nanos.addAndGet(2_000_000_000));
    try (var service = TestClass.in(folder, limits, DISK, InstantSource.system());
        var socket = new Socket("127.0.0.1", service.at("/").getPort())) {
      var ada = service.invite(Kind.STUDENT, "ada");
      socket.getOutputStream().write((head(ada, 30) + "a").getBytes(UTF_8));
      socket.getOutputStream().flush();
      var answer = new String(socket.getInputStream().readNBytes(12), UTF_8);
      assertThat(answer).isEqualTo("HTTP/1.1 408");
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
      try (var half = new Socket("127.0.0.1", service.at("/").getPort())) {
        half.getOutputStream().write((head(ada, 1_000) + "half").getBytes(UTF_8));
        half.getOutputStream().flush();
        await(() -> service.files().size() == 1);
        assertThat(service.put(ada, "a.zip", TestClass.homework("07-optimizers", "1")).statusCode())
            .isEqualTo(200);
      }
      await(() -> service.files().stream().noneMatch(n -> n.contains("parts")));
      assertThat(service.receipts(Kind.STUDENT)).hasSize(1);
    }
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    while (!condition.call()) {
      Thread.sleep(20);
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
    try (var service = TestClass.in(folder, BodyLimits.USUAL, full, InstantSource.system())) {
      var ada = service.invite(Kind.STUDENT, "ada");
      var bytes = TestClass.homework("07-optimizers", "1");
      for (var answer :
          List.of(service.put(ada, "a.zip", bytes), service.send(form(service, bytes), ada))) {
        assertThat(answer.statusCode()).isEqualTo(507);
        assertThat(answer.body()).contains("No space left on device");
      }
      assertThat(service.files()).isEmpty();
      assertThat(service.receipts(Kind.STUDENT)).isEmpty();
    }
  }

  /// Forty members hand two files in, each of them twice, all at the same time.
  @Test
  void however_many_come_at_once_each_gets_its_receipt_and_the_same_bytes_the_same_one()
      throws Exception {
    try (var service = TestClass.in(folder);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<String>>();
      for (int i = 0; i < 40; i++) {
        var token = service.invite(Kind.STUDENT, "student-" + i);
        for (int n = 0; n < 4; n++) {
          var bytes =
              TestClass.zip(
                  Map.of(
                      "07-optimizers/src/main/java/A.java",
                      ("class A {} // " + i + " " + n / 2).getBytes(UTF_8)));
          answers.add(
              threads.submit(() -> {
                var answer = service.put(token, "07.zip", bytes);
                return answer.statusCode() + " " + json(answer).path("receipt");
              }));
        }
      }
      var numbers = new HashSet<String>();
      for (int i = 0; i < answers.size(); i += 2) {
        var first = answers.get(i).get();
        assertThat(first).matches("200 \\d+");
        assertThat(answers.get(i + 1).get()).as("the same bytes again").isEqualTo(first);
        numbers.add(first);
      }
      assertThat(numbers).hasSize(80);
      var receipts = service.receipts(Kind.STUDENT);
      assertThat(receipts).hasSize(80);
      for (int i = 1; i < receipts.size(); i++) {
        assertThat(receipts.get(i).received()).isAfter(receipts.get(i - 1).received());
      }
      for (int i = 0; i < 40; i++) {
        int member = i + 1;
        var last = receipts.stream().filter(r -> r.member() == member).toList().getLast();
        var laid = service.folder.homework().resolve("07-optimizers/student-%d.zip".formatted(i));
        assertThat(Sha256.of(laid)).isEqualTo(last.hash());
      }
    }
  }

  @Test
  void a_clock_that_jumps_back_makes_no_receipt_earlier_than_one_before() throws Exception {
    var noon = Instant.parse("2026-12-01T12:00:00Z");
    var clock = new ArrayDeque<>(List.of(noon, noon.minusSeconds(3600), noon.plusSeconds(1)));
    try (var service = TestClass.in(folder, BodyLimits.USUAL, DISK, clock::remove)) {
      var ada = service.invite(Kind.STUDENT, "ada");
      for (int i = 0; i < 3; i++) {
        service.put(ada, "a.zip", TestClass.homework("07-optimizers", "" + i));
      }
      assertThat(service.receipts(Kind.STUDENT))
          .extracting(Receipt::received)
          .containsExactly(noon, noon.plusMillis(1), noon.plusSeconds(1));
    }
  }

  @Test
  @Needs(Need.POSTGRESQL)
  void a_database_that_is_away_is_told_and_nothing_is_lost() throws Exception {
    try (var server = PrivatePostgres.start();
        var service =
            TestClass.in(
                new ClassFolder(folder),
                Database.open(server.url()),
                BodyLimits.USUAL,
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

  /// The form of a browser.
  private static HttpRequest.Builder form(TestClass service, byte[] file) {
    var head =
        "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"work.zip\"\r\n\r\n";
    return HttpRequest.newBuilder(service.at("/submit"))
        .header("Content-Type", "multipart/form-data; boundary=edge")
        .POST(
            BodyPublishers.concat(
                BodyPublishers.ofString(head),
                BodyPublishers.ofByteArray(file),
                BodyPublishers.ofString("\r\n--edge--\r\n")));
  }

  @Test
  void the_page_signs_in_takes_a_file_and_shows_its_receipt() throws Exception {
    try (var service = TestClass.in(folder)) {
      var ada = service.invite(Kind.STUDENT, "ada");
      assertThat(service.get("", "/").body())
          .contains("<h1>Sign in</h1>")
          .doesNotContain("<script");
      var form = "token=" + URLEncoder.encode("https://x.example/#" + ada, UTF_8);
      var signedIn =
          service.send(
              HttpRequest.newBuilder(service.at("/sign-in")).POST(BodyPublishers.ofString(form)),
              "");
      assertThat(signedIn.statusCode()).isEqualTo(303);
      assertThat(signedIn.headers().firstValue("Set-Cookie"))
          .hasValueSatisfying(
              c -> assertThat(c).contains("token=" + ada, "HttpOnly", "SameSite=Strict"));
      var bytes = TestClass.homework("07-optimizers", "1");
      var answer = service.send(form(service, bytes), ada);
      assertThat(answer.statusCode()).isEqualTo(303);
      var page = service.get(ada, answer.headers().firstValue("Location").orElseThrow()).body();
      assertThat(page).contains("07-optimizers", "work.zip", Sha256.of(bytes));
      assertThat(service.files()).noneMatch(n -> n.contains("parts"));
      var foreign = form(service, bytes).header("Sec-Fetch-Site", "cross-site");
      assertThat(service.send(foreign, ada).statusCode()).isEqualTo(403);
      assertThat(service.send(form(service, bytes), "").statusCode()).isEqualTo(401);
    }
  }
}
