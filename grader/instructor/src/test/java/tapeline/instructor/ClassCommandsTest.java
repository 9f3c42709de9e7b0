package tapeline.instructor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.handin.HandIn;
import tapeline.grader.run.ChildJvm;
import tapeline.grader.run.Classes;
import tapeline.instructor.board.TeamRoster;
import tapeline.instructor.database.Database;
import tapeline.instructor.receipt.ClassTimes;
import tapeline.instructor.receipt.HandInTerms;

/// The instructor's commands of a class, and a learner's against a server in a process of its own.
@Execution(value = ExecutionMode.CONCURRENT, reason = "a server is waited for most of the time")
@Timeout(300)
class ClassCommandsTest {
  private static final int KILLS = Integer.getInteger("class.kills", 3);

  @TempDir private Path folder = Path.of(".");

  private static List<String> run(int code, String... words) {
    return CommandRun.of(code, words).lines().toList();
  }

  private String roster(String... lines) throws IOException {
    return Files.writeString(folder.resolve("roster.csv"), String.join("\n", lines)).toString();
  }

  private String classFolder() {
    return folder.resolve("class").toString();
  }

  /// A server, and what it takes to end it.
  private record Served(Process process, URI url) implements AutoCloseable {
    static Served of(String folder) throws IOException {
      return of(folder, 0);
    }

    static Served of(String folder, int port) throws IOException {
      var flags =
          List.of(
              "-XX:TieredStopAtLevel=1",
              "-XX:+UseSerialGC",
              "-Dtapeline.root=" + FixtureCourse.projectRoot());
      var words = List.of("class", "serve", folder, "--port", "" + port);
      var process =
          ChildJvm.of(flags, Classes.OWN_PATH, Instructor.class.getName(), words)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      var said = process.inputReader(UTF_8).readLine();
      assertThat(said).startsWith("the class: http://127.0.0.1:");
      return new Served(process, URI.create(said.split(" +", -1)[2]));
    }

    /// Returns an invitation to this server, whose port the printed one does not know.
    String invitation(String printed) {
      return url + printed.substring(printed.indexOf('#'));
    }

    @Override
    public void close() throws IOException {
      process.destroyForcibly(); // SIGKILL
      process.onExit().join();
    }
  }

  @Test
  void each_member_of_a_roster_gets_one_token_that_is_kept_nowhere() throws Exception {
    var roster = roster("id,kind,pseudonym", "Team Ada,team,The First", "ada,student,", "ben,,");
    var printed = run(0, "class", "invite", classFolder(), roster, "--url", "https://c.example");
    assertThat(printed)
        .hasSize(3)
        .allMatch(l -> l.matches("(team|student) [\\w ]+  https://c\\.example/#[\\w-]{43}"));
    try (var files = Files.walk(Path.of(classFolder()))) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var bytes =
            new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1);
        printed.forEach(l -> assertThat(bytes).doesNotContain(l.replaceFirst(".*#", "")));
      }
    }
    assertThat(TeamRoster.read(folder.resolve("class/teams.json")).teams())
        .containsExactly(new TeamRoster.Member("Team Ada", "team-1", "The First"));
    assertThat(run(0, "class", "invite", classFolder(), roster))
        .containsExactly("3 have a token already; class revoke takes one away");
    assertThat(run(0, "class", "revoke", classFolder(), "BEN")).containsExactly("revoked: BEN");
    assertThat(run(0, "class", "invite", classFolder(), roster))
        .hasSize(2)
        .anyMatch(l -> l.startsWith("student ben  http://127.0.0.1:8030/#"));
    assertThat(run(1, "class", "revoke", classFolder(), "eve"))
        .containsExactly("no team, student or instructor called eve has a token");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          id,kind~ada,tutor   | line 2: a kind is student, team or instructor, got tutor
          id~../../etc/passwd | line 2: an id is 1 to 80 characters that one sees, without / and \\ and no dot before them, got ../../etc/passwd
          id~a\u202eb         | line 2: an id is 1 to 80 characters that one sees
          id,kind~Аda,team    | line 2: a team's name has letters of one script
          name~ada            | a roster has a column id in its first line
          """)
  void a_roster_that_cannot_be_is_refused_with_its_line(String lines, String says)
      throws Exception {
    assertThat(run(1, "class", "invite", classFolder(), roster(lines.split("~"))))
        .hasSize(1)
        .allMatch(l -> l.contains(says));
    assertThat(folder.resolve("class/class.db")).doesNotExist();
  }

  @Test
  void a_server_for_other_machines_says_by_which_address_they_come() {
    assertThat(run(1, "class", "serve", classFolder(), "--bind", "0.0.0.0"))
        .containsExactly(
            "--bind needs --url, the address by which members come, such as"
                + " https://class.example.edu");
    assertThat(
            run(
                1,
                "class",
                "serve",
                classFolder(),
                "--bind",
                "[::zz]",
                "--url",
                "http://c.example"))
        .containsExactly("--bind is an address of this machine, got [::zz]");
    assertThat(run(1, "class", "serve", classFolder(), "--url", "class.example"))
        .containsExactly(
            "--url is the address of a web server, such as https://class.example.edu, got"
                + " class.example");
  }

  @Test
  void a_server_prints_an_invitation_where_no_instructor_has_one() throws Exception {
    var writes = "it writes to " + classFolder();
    try (var served = Served.of(classFolder())) {
      var lines = served.process.inputReader(UTF_8);
      assertThat(lines.readLine())
          .matches("the instructor's page, told this once: " + served.url + "#[\\w-]{43}");
      assertThat(lines.readLine()).isEqualTo(writes);
    }
    run(0, "class", "revoke", classFolder(), "instructor");
    run(0, "class", "invite", classFolder(), roster("id,kind", "Ms Noether,instructor"));
    try (var served = Served.of(classFolder())) {
      assertThat(served.process.inputReader(UTF_8).readLine()).isEqualTo(writes);
    }
  }

  @Test
  void a_learner_joins_hands_in_and_reads_the_receipts() throws Exception {
    var roster = roster("id,kind", "Team Babbage,team", "ada,student", "Ms Noether,instructor");
    var printed = run(0, "class", "invite", classFolder(), roster);
    var config = folder.resolve("config");
    var learner = new HandIn(null, config);
    assertThatThrownBy(learner::status)
        .hasMessageMatching("there is no invitation of a team: .*join.URL#TOKEN keeps yours");
    try (var served = Served.of(classFolder())) {
      assertThat(learner.join(served.invitation(printed.get(0))))
          .containsExactly(
              "you are the team Team Babbage; the invitation is in " + config.resolve("team"));
      learner.join(served.invitation(printed.get(1)));
      assertThatThrownBy(() -> learner.join(served.invitation(printed.get(2))))
          .hasMessage(
              "an instructor signs in on the page of the class, %s, and hands nothing in"
                  .formatted(served.url()));
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(config.resolve("team"))))
          .isEqualTo("rw-------");
      var course = Course.at(FixtureCourse.projectRoot());
      var first = learner.module(course, course.module(7));
      assertThat(first.taken()).isTrue();
      assertThat(String.join("\n", first.lines()))
          .startsWith("receipt ")
          .contains("07-optimizers.zip", "✓ handed in  07-optimizers");
      assertThat(learner.module(course, course.module(7)))
          .as("the same answers are the same receipt")
          .isEqualTo(first);
      var broken = learner.submit(Files.writeString(folder.resolve("entry.zip"), "no zip"));
      assertThat(broken.taken()).isFalse();
      assertThat(broken.lines().get(2)).startsWith("  ⊘ refused");
      var window = new HandInTerms(null, Instant.parse("2126-12-01T12:00:00Z"));
      Database.open(folder.resolve("class/class.db").toString())
          .useHandle(h -> ClassTimes.open(h, "07-optimizers", window));
      assertThat(learner.status().lines())
          .startsWith("You have until 2126-12-01T12:00:00Z for 07-optimizers.")
          .containsAll(broken.lines())
          .containsAll(first.lines());
      assertThatThrownBy(() -> new HandIn(served.url() + "#" + "x".repeat(43), config).status())
          .hasMessage(
              "the class's server %s answers 401: this token is not known".formatted(served.url()));
    }
    assertThatThrownBy(learner::status).hasMessageContaining("does not answer");
  }

  /// The learners' commands go on, each with one file after the other: a file whose answer was lost
  /// is handed in again.
  @Test
  void a_server_that_is_killed_in_the_middle_of_uploads_gives_each_file_one_receipt()
      throws Exception {
    var printed = run(0, "class", "invite", classFolder(), roster("id,kind", "Team Ada,team"));
    var given = Collections.synchronizedList(new ArrayList<String>());
    var parts = folder.resolve("class/uploads/parts");
    var isOver = new AtomicBoolean();
    int port = 0;
    try (var uploads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int kill = 0; kill < KILLS; kill++) {
        try (var served = Served.of(classFolder(), port)) {
          assertThat(parts).as("swept").isEmptyDirectory();
          port = served.url().getPort();
          try (var half = new Socket(InetAddress.getLoopbackAddress(), port)) {
            half.getOutputStream()
                .write(
                    "PUT /api/submit HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: 99\r\n\r\nhalf"
                        .formatted(printed.getFirst().replaceFirst(".*#", ""))
                        .getBytes(UTF_8));
            int before = given.size();
            for (int t = 0; kill == 0 && t < 3; t++) {
              var team = new HandIn(served.invitation(printed.getFirst()), folder);
              var name = "file-%d-".formatted(t);
              var _ = uploads.submit(() -> submit(team, name, given, isOver));
            }
            while (given.size() < before + 6) {
              Thread.sleep(5);
            }
            served.process.destroyForcibly().waitFor();
            assertThat(parts).as("the half upload").isNotEmptyDirectory();
          }
        }
      }
      isOver.set(true);
      try (var served = Served.of(classFolder(), port)) {
        uploads.shutdown();
        assertThat(uploads.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        var team = new HandIn(served.invitation(printed.getFirst()), folder);
        assertThat(team.status().lines())
            .filteredOn(line -> line.startsWith("receipt"))
            .containsExactlyInAnyOrderElementsOf(given);
        assertThat(given).hasSizeGreaterThanOrEqualTo(6 * KILLS);
      }
    }
  }

  /// Hands files in, one after the other.
  private Void submit(HandIn team, String name, List<String> given, AtomicBoolean isOver)
      throws Exception {
    for (int i = 0; !isOver.get(); i++) {
      var file = folder.resolve(name + i + ".zip");
      Files.writeString(file, name + i);
      for (boolean has = false; !has; ) {
        try {
          given.add(team.submit(file).lines().getFirst());
          has = true;
        } catch (IllegalStateException _) { // no server at this moment
          Thread.sleep(50);
        }
      }
    }
    return null;
  }
}
