package tapeline.instructor.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.board.EntryTerms;
import tapeline.instructor.board.Intake;
import tapeline.instructor.board.JudgedPair;
import tapeline.instructor.board.JudgementTable;
import tapeline.instructor.database.ClaimTable;
import tapeline.instructor.gradebook.HandMarkFile;
import tapeline.instructor.judge.verdict.JudgeVerdict;
import tapeline.instructor.judge.verdict.Judgement;
import tapeline.instructor.receipt.ClassTimes;
import tapeline.instructor.receipt.ClassTimes.Extension;
import tapeline.instructor.receipt.Member.Kind;
import tapeline.instructor.receipt.Receipt;
import tapeline.instructor.receipt.ReceiptTable;
import tapeline.instruments.machine.SystemInfo;

@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
@Timeout(300)
class InstructorDeskTest {
  @TempDir private Path folder = Path.of(".");
  private final AtomicReference<InstantSource> clock =
      new AtomicReference<>(InstantSource.system());
  private TestClass service;
  private String teacher;

  @BeforeEach
  void open() throws Exception {
    service = TestClass.in(folder, TestClass.LIMITS, file -> file, () -> clock.get().instant());
    teacher = service.invite(Kind.INSTRUCTOR, "Ms Noether");
  }

  @AfterEach
  void close() {
    service.close();
  }

  private String page(String token) throws Exception {
    return service.get(token, "/yours.html").body().replace("&#39;", "'").replace("&quot;", "\"");
  }

  @Test
  void a_form_counts_from_an_instructors_own_page_alone() throws Exception {
    var other = service.invite(Kind.INSTRUCTOR, "Mr Gauss");
    var ada = service.invite(Kind.STUDENT, "ada");
    assertThat(page(teacher)).contains("<h1>The class</h1>", "Stop the queue");
    assertThat(page(ada)).doesNotContain("The class</h1>", "Stop the queue", "proof");
    assertThat(service.act("", "queue", "do=stop").statusCode()).isEqualTo(401);
    assertThat(service.act(ada, "queue", "do=stop").statusCode()).isEqualTo(403);
    for (var proof : List.of("", "&proof=" + Tokens.proof(other), "&proof=" + Tokens.proof(""))) {
      var form =
          HttpRequest.newBuilder(service.at("/instructor/queue"))
              .POST(BodyPublishers.ofString("do=stop" + proof));
      var answer = service.send(form, teacher);
      assertThat(answer.statusCode()).as(proof).isEqualTo(403);
      assertThat(answer.body()).contains("a form comes from your own page");
    }
    assertThat(page(teacher)).contains("Nothing was decided yet.", "Stop the queue");
    service.members().revoke("ms noether");
    assertThat(service.act(teacher, "queue", "do=stop").statusCode()).isEqualTo(401);
    assertThat(service.database.withHandle(ClaimTable::isStopped).booleanValue()).isFalse();

    assertThat(service.act(other, "queue", "do=stop").statusCode()).isEqualTo(303);
    assertThat(service.database.withHandle(ClaimTable::isStopped).booleanValue()).isTrue();
    assertThat(page(other))
        .contains(
            "Start the queue",
            "<td class=\"wide\">Mr Gauss</td><td class=\"wide\">stopped the queue</td>");
  }

  @Test
  void a_decision_that_cannot_be_logged_is_not_made() throws Exception {
    service.invite(Kind.STUDENT, "ada");
    service.database.useHandle(h -> h.execute("drop table audit_log"));
    for (var action :
        List.of("queue?do=stop", "mark?student=ada&module=07-optimizers&points=1&comment=c")) {
      var parts = action.split("\\?", -1);
      var form =
          HttpRequest.newBuilder(service.at("/instructor/" + parts[0]))
              .POST(BodyPublishers.ofString(parts[1] + "&proof=" + Tokens.proof(teacher)));
      assertThat(service.send(form, teacher).statusCode()).isEqualTo(503);
    }
    assertThat(service.database.withHandle(ClaimTable::isStopped).booleanValue()).isFalse();
    assertThat(service.files()).isEmpty();
  }

  @Test
  void a_mark_whose_file_cannot_be_read_or_written_is_told_and_not_logged() throws Exception {
    service.invite(Kind.STUDENT, "ada");
    var mark = "student=ada&module=07-optimizers&points=1&comment=c";
    var byHand = Files.writeString(folder.resolve("by-hand"), "no folder");
    assertThat(service.act(teacher, "mark", mark).statusCode()).isEqualTo(507);
    Files.delete(byHand);
    Files.createDirectories(byHand.resolve("07-optimizers.csv"));
    var answer = service.act(teacher, "mark", mark);
    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.body()).contains("cannot read ", "07-optimizers.csv");
    assertThat(page(teacher)).contains("cannot read ", "Nothing was decided yet.");
  }

  @Test
  void of_many_entries_that_were_left_out_the_page_has_the_last() throws Exception {
    service.invite(Kind.TEAM, "Team Ada");
    var team = service.members().all().getLast();
    var receipts = new ReceiptTable(service.database);
    for (int i = 0; i < 82; i++) {
      var made = new Receipt(0, team.id(), "", "hash " + i, 1, Instant.now(), "", "", "");
      var one = receipts.add(team, made, _ -> true);
      receipts.leaveOut(one, EntryTerms.LATE);
    }
    assertThat(page(teacher))
        .contains("; 2 more are older", "<th scope=\"row\">3</th>")
        .doesNotContain("<th scope=\"row\">2</th>");
  }

  @Test
  void an_instructor_hands_nothing_in() throws Exception {
    var answer = service.put(teacher, "a.zip", TestClass.homework("07-optimizers", "1"));
    assertThat(TestClass.json(answer).path("refused").asText())
        .isEqualTo("a team or a student hands in, and this is an instructor");
    assertThat(service.folder.homework()).doesNotExist();
  }

  @Test
  void a_late_hand_in_that_is_accepted_moves_its_members_deadline_and_no_later_one_back()
      throws Exception {
    var team = service.invite(Kind.TEAM, "Team Ada");
    var ben = service.invite(Kind.STUDENT, "ben");
    service.put(team, "entry.zip", TestClass.entry("Team Ada"));
    service.put(ben, "07.zip", TestClass.homework("07-optimizers", "1"));
    service.put(ben, "none.zip", new byte[] {1});
    var entry = service.receipts(Kind.TEAM).getFirst();
    var homework = service.receipts(Kind.STUDENT).getFirst();
    var table = new ReceiptTable(service.database);
    for (var why : List.of("", "a team enters an event 1 times a day, got one more")) {
      table.leaveOut(entry, why);
      assertThat(service.act(teacher, "accept", "receipt=" + entry.id()).body())
          .contains("receipt 1 was " + (why.isEmpty() ? "not left out" : "left out as " + why));
    }
    table.leaveOut(entry, EntryTerms.LATE + "entries are taken until noon");
    var far = Instant.parse("2126-12-01T12:00:00Z");
    var until = "member=3&work=07-optimizers&until=2126-12-01T12:00";
    assertThat(service.act(teacher, "extend", until).statusCode()).isEqualTo(303);
    for (var receipt : List.of(entry, homework)) {
      assertThat(service.act(teacher, "accept", "receipt=" + receipt.id()).statusCode())
          .isEqualTo(303);
    }
    assertThat(ClassTimes.of(service.database).extensions())
        .containsExactly(
            new Extension(2, "matmul", entry.received()), new Extension(3, "07-optimizers", far));
    assertThat(page(ben)).contains("You have until " + far + " for 07-optimizers.");
    assertThat(page(team)).doesNotContain("07-optimizers", "" + far);
    var refused = service.receipts(Kind.STUDENT).getLast();
    assertThat(service.act(teacher, "accept", "receipt=" + refused.id()).body())
        .contains("receipt %d says: ".formatted(refused.id()));

    var none = "member=3&work=07-optimizers&until=";
    assertThat(service.act(teacher, "extend", none).statusCode()).isEqualTo(303);
    assertThat(ClassTimes.of(service.database).extensions())
        .containsExactly(new Extension(2, "matmul", entry.received()));
    assertThat(page(teacher)).contains("took the deadline for 07-optimizers from ben");
    assertThat(service.act(teacher, "extend", none).body())
        .contains("ben has no deadline of its own for 07-optimizers");
  }

  @Test
  void a_clock_that_was_ahead_and_is_put_back_is_told() throws Exception {
    clock.set(() -> Instant.parse("2036-12-01T12:00:00Z"));
    var ada = service.invite(Kind.STUDENT, "ada");
    service.put(ada, "07.zip", TestClass.homework("07-optimizers", "1"));
    assertThat(page(teacher)).doesNotContain("this machine’s clock");
    clock.set(() -> Instant.parse("2026-12-01T12:00:00Z"));
    assertThat(page(teacher))
        .contains("is of 2036-12-01T12:00:00Z, and this machine’s clock says 2026-12-01T12:00:00Z");
    assertThat(service.act(teacher, "accept", "receipt=1").body())
        .contains("after this machine’s 2026-12-01T12:00:00Z: extend ada by hand");
    assertThat(ClassTimes.of(service.database).extensions()).isEmpty();
  }

  @Test
  void a_mark_lies_in_the_file_that_the_gradebook_reads_and_the_log_has_it() throws Exception {
    service.invite(Kind.STUDENT, "ada");
    var comment = "=1+1 <b>seen</b>, \u202eand \"discussed\"";
    var mark = "student=ada&module=07-optimizers&points=12.5&exercise=&comment=";
    service.act(teacher, "mark", mark + URLEncoder.encode(comment, UTF_8));
    assertThat(new HandMarkFile(folder.resolve("by-hand/07-optimizers.csv")).rows())
        .containsExactly(
            new HandMarkFile.Row("ada", "", "12.5", "=1+1 <b>seen</b>, \uFFFDand \"discussed\""));
    assertThat(page(teacher))
        .contains("marked ada, 07-optimizers: 12.5 points, =1+1 &lt;b&gt;seen&lt;/b&gt;");
    var file = Files.writeString(folder.resolve("by-hand/07-optimizers.csv"), "a person, saving");
    assertThat(page(teacher)).contains("a list of marks by hand has a column id");
    assertThat(service.act(teacher, "mark", mark + "x").statusCode()).isEqualTo(400);
    assertThat(file).hasContent("a person, saving");
    service.members().revoke("ada");
    assertThat(page(teacher)).doesNotContain("value=\"ada\"");
  }

  @Test
  void an_entry_that_is_to_be_judged_again_waits_and_its_verdict_is_in_the_log() throws Exception {
    var team = service.invite(Kind.TEAM, "Team Ada");
    service.put(team, "entry.zip", TestClass.entry("Team Ada"));
    var store = new BoardStore(service.database);
    var found = Intake.find(folder.resolve("entries/team-2"), Intake.MOST, new ArrayList<>());
    store.add(found.getFirst().read());
    int run = store.runs().begin();
    var entry = store.entries().getFirst().hash();
    assertThat(service.act(teacher, "rejudge", "entry=" + entry).body())
        .contains("an entry that was judged is judged again, and matmul: matmul-rows of Team Ada");
    var event = store.events().stream().filter(e -> e.id().equals("matmul")).findFirst();
    var pair = JudgedPair.withBaseline(event.orElseThrow().hash(), entry);
    service.database.useTransaction(h -> JudgementTable.add(h, pair, rejected(), run, false));
    assertThat(page(team)).contains("✕ rejected", "It read its question twice.");
    assertThat(service.act(teacher, "rejudge", "entry=" + entry).statusCode()).isEqualTo(303);
    assertThat(page(team)).contains("… waiting").doesNotContain("rejected");
    assertThat(page(teacher)).contains("judged again, which was ✕ rejected");
  }

  private static Judgement rejected() {
    return new Judgement(
        7,
        JudgeVerdict.REJECTED,
        "replay",
        "It read its question twice.",
        null,
        SystemInfo.now(),
        "2026-05-01T12:00:00Z",
        1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          queue   | do=pause                                             | 400 | the queue is stopped or started, got pause
          delete  | do=all                                               | 404 | there is no form at /instructor/delete
          rejudge | entry=ab                                             | 400 | there is no entry ab
          accept  | receipt=99                                           | 400 | there is no receipt 99
          extend  | member=9                                             | 400 | no team or student is 9
          extend  | member=1,work=07-optimizers                          | 400 | no team or student is 1
          extend  | member=2,work=matmul,until=2026-12-01T12:00          | 400 | got matmul for the student ada
          extend  | member=2,work=07-optimizers,until=<i>soon            | 400 | a deadline reads 2026-12-01T12:00
          window  | module=99-none,until=2026-12-01T12:00                | 400 | there is no module 99-none
          window  | module=07-optimizers,from=2026-12-01T12:00,until=    | 400 | a window has an end, got one from 2026-12-01T12:00
          window  | module=07-optimizers,from=2026-12-01T12:00,until=2026-12-01T12:00 | 400 | a window ends after it opens
          window  | module=07-optimizers,from=<i>soon,until=2026-12-01T12:00 | 400 | a window&#39;s begin reads 2026-12-01T12:00
          window  | module=07-optimizers,from=,until=                    | 400 | the class has no window for 07-optimizers
          mark    | student=eve,module=07-optimizers,comment=c,points=1  | 400 | a mark is for a student of the class, got eve
          mark    | student=ada,module=../07,comment=c,points=1          | 400 | there is no module ../07
          mark    | student=ada,module=07-optimizers,comment=c           | 400 | a mark by hand has a total of at most six digits
          mark    | student=ada,module=07-optimizers,comment=c,points=1234567 | 400 | a mark by hand has a total of at most six digits and two decimals
          mark    | student=ada,module=07-optimizers,comment=,points=1   | 400 | and a reason, got
          mark    | student=ada,module=07-optimizers,comment=c,points=.5,exercise=07.1 | 400 | a mark by hand has whole points of at most six digits
          mark    | student=ada,module=07-optimizers,comment=LONG,points=1 | 400 | a field has at most 1,000 characters, got 1,001 in comment
          mark    | student=ada,module=07-optimizers,comment=c,points=999,exercise=07.1 | 400 | at most its points, got 07.1 and 999
          mark    | student=ada,module=07-optimizers,comment=c,points=1,exercise=08.1   | 400 | a mark is for an exercise of 07-optimizers
          """)
  void what_cannot_be_decided_is_told_and_not_logged(
      String action, String fields, int status, String says) throws Exception {
    service.invite(Kind.STUDENT, "ada");
    var answer =
        service.act(teacher, action, fields.replace("LONG", "x".repeat(1_001)).replace(",", "&"));
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.body()).contains(says).doesNotContain("<i>");
    assertThat(page(teacher)).contains("Nothing was decided yet.");
    assertThat(service.files()).isEmpty();
  }
}
