package tapeline.instructor.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.instructor.receipt.Member.Kind;
import tapeline.instructor.receipt.Receipt;
import tapeline.instructor.receipt.ReceiptTable;
import tapeline.toolkit.Sha256;

@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
@Timeout(300)
class ClassServiceTest {
  @TempDir private Path folder = Path.of(".");
  private TestClass service;

  @BeforeEach
  void open() throws Exception {
    service = TestClass.in(folder);
  }

  @AfterEach
  void close() {
    service.close();
  }

  @Test
  void a_receipt_says_what_was_recognised_and_the_upload_lies_where_its_runner_reads()
      throws Exception {
    var team = service.invite(Kind.TEAM, "Team Ada");
    var ada = service.invite(Kind.STUDENT, "ada");
    var entry = TestClass.json(service.put(team, "entry.zip", TestClass.entry("Team Ada")));
    assertThat(entry.path("recognised").asText()).isEqualTo("matmul: matmul-rows");
    assertThat(entry.path("refused").asText()).isEmpty();
    assertThat(entry.path("says").asText()).startsWith("0 entries are before it.");
    var answer = service.put(ada, "07.zip", TestClass.homework("07-optimizers", "1"));
    assertThat(TestClass.json(answer).path("recognised").asText()).isEqualTo("07-optimizers");
    var second =
        TestClass.json(service.put(ada, "07.zip", TestClass.homework("07-optimizers", "2")));
    assertThat(second.path("receipt").asInt())
        .isGreaterThan(TestClass.json(answer).path("receipt").asInt());

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
    assertThat(TestClass.json(service.get(ada, "/api/receipts")).findValuesAsText("state"))
        .containsExactly("✓ handed in", "↷ replaced");
  }

  @Test
  void an_entry_that_a_run_left_out_is_told_why_and_none_waits_for_it() throws Exception {
    var team = service.invite(Kind.TEAM, "Team Ada");
    service.put(team, "1.zip", TestClass.entry("Team Ada"));
    var second = Map.of("Team Babbage", "Team Ada", "\"matmul-rows\"", "\"second\"");
    service.put(team, "2.zip", TestClass.entry("matmul-rows", second));
    var late = service.receipts(Kind.TEAM).getFirst();
    new ReceiptTable(service.database).leaveOut(late, "it is late: entries are taken until noon");
    var states = TestClass.json(service.get(team, "/api/receipts"));
    assertThat(states.findValuesAsText("state")).containsExactly("… waiting", "⊘ not taken");
    assertThat(states.get(0).path("says").asText()).startsWith("0 entries are before it.");
    assertThat(states.get(1).path("says").asText())
        .isEqualTo("it is late: entries are taken until noon");
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
    var receipt =
        TestClass.json(service.put(service.invite(Kind.TEAM, "Team Ada"), "entry.zip", bytes));
    assertThat(receipt.path("recognised").asText()).isEqualTo(recognised.replace("''", ""));
    assertThat(receipt.path("refused").asText()).contains(refused);
    assertThat(service.files()).hasSize(1).allMatch(n -> n.matches("uploads/[0-9a-f]{64}\\.zip"));
  }

  @Test
  void homework_without_a_module_or_with_a_way_out_has_a_receipt_that_says_so() throws Exception {
    var ada = service.invite(Kind.STUDENT, "ada");
    var other = TestClass.zip(Map.of("notes.txt", "Hi".getBytes(UTF_8)));
    assertThat(TestClass.json(service.put(ada, "a.zip", other)).path("refused").asText())
        .startsWith("there is no folder called 01-scalar-tape or");
    var out = TestClass.zip(Map.of("../07-optimizers/src/main/java/A.java", new byte[0]));
    assertThat(TestClass.json(service.put(ada, "a.zip", out)).path("refused").asText())
        .startsWith("an entry's path leaves the archive");
    assertThat(service.folder.homework()).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "none, this needs a token",
    "wrong, this token is not known",
    "revoked, this token was revoked",
  })
  void without_a_token_that_holds_nothing_is_taken_or_shown(String token, String says)
      throws Exception {
    var mine = service.invite(Kind.STUDENT, "ada");
    service.members().revoke("ada");
    var sent =
        switch (token) {
          case "none" -> "";
          case "wrong" -> Tokens.draw();
          default -> mine;
        };
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

  @Test
  void a_member_sees_no_receipt_of_another() throws Exception {
    var ada = service.invite(Kind.TEAM, "Team Ada");
    var eve = service.invite(Kind.TEAM, "Team Eve");
    var student = service.invite(Kind.STUDENT, "eve");
    int number =
        TestClass.json(service.put(ada, "entry.zip", TestClass.entry("Team Ada")))
            .path("receipt")
            .asInt();
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

  @Test
  void names_that_are_markup_paths_or_turn_the_text_stay_text() throws Exception {
    var ada = service.invite(Kind.STUDENT, "<script>ada</script>");
    int i = 0;
    for (var name :
        List.of(
            "<script>alert(1)</script>.zip",
            "../../etc/passwd",
            "C:\\a\\b.zip",
            "a\u202epiz.exe")) {
      var receipt =
          TestClass.json(service.put(ada, name, TestClass.homework("07-optimizers", "" + i++)));
      assertThat(receipt.path("file").asText()).doesNotContain("/", "\\", "\u202e");
    }
    assertThat(service.receipts(Kind.STUDENT))
        .extracting(Receipt::file)
        .containsExactly("script>.zip", "passwd", "b.zip", "a�piz.exe");
    var page = service.get(ada, "/yours.html").body();
    assertThat(page).doesNotContain("<script").contains("&lt;script&gt;ada");
    assertThat(service.folder.folder().getParent()).isDirectoryNotContaining("glob:**etc");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          text/plain                         |           | 415 | a form with a file is multipart/form-data, got text/plain
          multipart/form-data                | x         | 400 | this form cannot be read: No multipart boundary
          multipart/form-data; boundary=edge | x         | 400 | this form cannot be read
          multipart/form-data; boundary=edge | a         | 400 | the form has a file to hand in, and none was chosen
          multipart/form-data; boundary=edge | a b c d e | 400 | this form cannot be read: Form with too many keys
          """)
  void a_form_that_is_none_is_told(String type, String fields, int status, String says)
      throws Exception {
    var body = new StringBuilder();
    if (fields != null && !fields.equals("x")) {
      for (var name : fields.split(" ", -1)) {
        body.append(
            "--edge\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n1\r\n".formatted(name));
      }
      body.append("--edge--\r\n");
    }
    var ada = service.invite(Kind.STUDENT, "ada");
    var form =
        HttpRequest.newBuilder(service.at("/submit"))
            .header("Content-Type", type)
            .POST(BodyPublishers.ofString(body.toString()));
    var answer = service.send(form, ada);
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.body()).contains(says);
    assertThat(service.files()).isEmpty();
  }

  @Test
  void an_address_or_a_form_in_no_encoding_is_refused() throws Exception {
    var ada = service.invite(Kind.STUDENT, "ada");
    for (var name : List.of("%ff%fe", "%25zz%zz")) {
      var socket = new Socket(InetAddress.getLoopbackAddress(), service.at("/").getPort());
      try (socket) {
        var put = "PUT /api/submit?name=%s HTTP/1.1\r\nHost: localhost\r\n".formatted(name);
        var rest = "Authorization: Bearer %s\r\nContent-Length: 1\r\n\r\nx".formatted(ada);
        socket.getOutputStream().write((put + rest).getBytes(UTF_8));
        var answer = new String(socket.getInputStream().readNBytes(12), UTF_8);
        assertThat(answer).as(name).isEqualTo("HTTP/1.1 400");
      }
    }
    for (var form : List.of("token=%zz", "token=%ff")) {
      var request =
          HttpRequest.newBuilder(service.at("/sign-in")).POST(BodyPublishers.ofString(form));
      assertThat(service.send(request, "").statusCode()).as(form).isEqualTo(400);
    }
    assertThat(service.files()).isEmpty();
  }

  @Test
  void the_page_signs_in_takes_a_file_and_shows_its_receipt() throws Exception {
    var ada = service.invite(Kind.STUDENT, "ada");
    var first = service.get("", "/");
    assertThat(first.body()).contains("<h1>Sign in</h1>").doesNotContain("<script");
    assertThat(first.headers().map())
        .containsEntry("x-frame-options", List.of("DENY"))
        .containsEntry("content-security-policy", List.of("frame-ancestors 'none'"));
    var form = "token=" + URLEncoder.encode("https://x.example/#" + ada, UTF_8);
    var signedIn =
        service.send(
            HttpRequest.newBuilder(service.at("/sign-in")).POST(BodyPublishers.ofString(form)), "");
    assertThat(signedIn.statusCode()).isEqualTo(303);
    assertThat(signedIn.headers().firstValue("Set-Cookie"))
        .hasValueSatisfying(
            c -> assertThat(c).contains("token=" + ada, "HttpOnly", "SameSite=Strict"));
    var bytes = TestClass.homework("07-optimizers", "1");
    var answer = service.send(service.form(bytes), ada);
    assertThat(answer.statusCode()).isEqualTo(303);
    var page = service.get(ada, answer.headers().firstValue("Location").orElseThrow()).body();
    assertThat(page).contains("07-optimizers", "work.zip", Sha256.of(bytes));
    assertThat(service.files()).noneMatch(n -> n.contains("parts"));
    var foreign = service.form(bytes).header("Sec-Fetch-Site", "cross-site");
    assertThat(service.send(foreign, ada).statusCode()).isEqualTo(403);
    assertThat(service.send(service.form(bytes), "").statusCode()).isEqualTo(401);
  }
}
