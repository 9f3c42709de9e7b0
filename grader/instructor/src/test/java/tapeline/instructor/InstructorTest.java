package tapeline.instructor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.FixtureCourse;
import tapeline.grader.run.ChildJvm;
import tapeline.grader.run.Classes;

final class InstructorTest {
  @Test
  void a_wrong_command_line_is_told_in_a_sentence_and_where_to_read_on() {
    assertThat(said(2, "gradebook", "class"))
        .containsExactly(
            "Missing required option: '--out=<out>'", "./tapeline gradebook --help says more");
    assertThat(said(2, "leaderboard", "rum", "entries"))
        .endsWith("Did you mean: leaderboard run?", "./tapeline leaderboard --help says more");
  }

  @Test
  void a_file_that_cannot_be_read_is_told_with_the_reason(@TempDir Path folder) throws Exception {
    var roster = folder.resolve("class.csv");
    var words = new ArrayList<>(List.of("gradebook", folder.toString()));
    words.addAll(List.of("--course", FixtureCourse.projectRoot().toString()));
    words.addAll(List.of("--out", folder + "/marks.csv", "--roster", roster.toString()));
    assertThat(said(1, words.toArray(String[]::new)))
        .containsExactly("cannot read " + roster + ": there is no " + roster);
    Files.write(roster, new byte[] {'i', 'd', '\n', (byte) 0xe9});
    assertThat(said(1, words.toArray(String[]::new)))
        .containsExactly(
            roster
                + ", line 2: a table is text in UTF-8, and this is not; save it as \"CSV UTF-8\"");
  }

  @Test
  void a_machine_without_a_sandbox_is_told_in_a_line(@TempDir Path folder) throws Exception {
    var out = new PrintStream(OutputStream.nullOutputStream());
    var err = new StringWriter();
    var commands =
        Instructor.commands(
            _ -> {
              throw new IllegalStateException("no Java in a cell");
            },
            out);
    var board = folder.resolve("board.db").toString();
    var entries = Files.createDirectory(folder.resolve("entries")).toString();
    commands.setErr(new PrintWriter(err)).execute("leaderboard", "run", entries, "--db", board);
    assertThat(err.toString()).isEqualTo("no Java in a cell\n");
  }

  @ParameterizedTest
  @CsvSource({
    "false, gradebook CLASS --out FOLDER/marks.csv --course ROOT",
    "false, leaderboard run CLASS --db FOLDER/board.db",
    "false, sandbox --course ROOT",
    "true, leaderboard run CLASS --db FOLDER/board.db",
  })
  void without_bubblewrap_it_is_said_in_a_sentence_before_any_work(
      boolean forbidden, String words, @TempDir Path folder) throws Exception {
    var path = Files.createDirectory(folder.resolve("bin"));
    var given = Files.createDirectory(folder.resolve("class"));
    var sentence = "there is no bwrap (on Debian and Ubuntu: sudo apt-get install bubblewrap)";
    if (forbidden) {
      var bwrap =
          Files.writeString(path.resolve("bwrap"), "#!/bin/sh\necho not permitted; exit 1\n");
      assertThat(bwrap.toFile().setExecutable(true)).isTrue();
      sentence =
          "bwrap may not make namespaces here: not permitted (a container needs --privileged;"
              + " elsewhere root allows it by sysctl kernel.apparmor_restrict_unprivileged_userns=0"
              + " or kernel.unprivileged_userns_clone=1)";
    }
    var said =
        words
            .replace("CLASS", given.toString())
            .replace("FOLDER", folder.toString())
            .replace("ROOT", FixtureCourse.projectRoot().toString());
    var flags = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    var main = Instructor.class.getName();
    var builder =
        ChildJvm.of(flags, Classes.OWN_PATH, main, List.of(said.split(" ")))
            .redirectErrorStream(true);
    builder.environment().put("PATH", path.toString());
    var process = builder.start();
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .isEqualTo("unread code needs a sandbox: " + sentence + "\n");
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(folder.resolve("board.db")).doesNotExist();
  }

  /// Returns the lines of a command that ends with this code.
  private static String[] said(int code, String... words) {
    return CommandRun.of(code, words).lines().toArray(String[]::new);
  }
}
