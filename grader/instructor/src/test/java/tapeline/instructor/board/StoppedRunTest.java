package tapeline.instructor.board;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tapeline.instructor.board.BoardRun.State;
import tapeline.instructor.board.command.LeaderboardCommands;
import tapeline.instructor.board.page.BoardSite;
import tapeline.instructor.board.page.BoardView;
import tapeline.instructor.board.run.JudgeFactory;
import tapeline.instructor.database.RunProcess;

/// A run that was killed cannot say so: the board finds out, and says it for it.
class StoppedRunTest {
  private static final String JUDGING = "Judging: ";
  private static final String STOPPED = "The last run stopped after ";

  @TempDir private Path folder = Path.of(".");

  @Test
  @Timeout(600)
  void the_pages_say_that_a_killed_run_is_gone_and_the_next_run_goes_on() throws Exception {
    var board = TestBoard.in(folder);
    board.with("1", MadeUpEntry.of("matmul", "One", "2"));
    board.with("2", MadeUpEntry.of("training", "Two", "3"));
    var killed = run(board, 60_000);
    while (killed.isAlive() && !said().contains("judging 2 pairs")) {
      Thread.sleep(20);
    }
    while (killed.isAlive() && !live(board).contains("Now matmul: One")) {
      Thread.sleep(20);
    }
    assertThat(live(board)).as("while it judges: " + said()).contains(JUDGING);
    assertThat(file(board)).as("a file would say so for ever").doesNotContain(JUDGING);
    var before = BoardView.state(board.store());

    killed.destroyForcibly().waitFor();

    assertThat(live(board)).doesNotContain(JUDGING).contains(STOPPED, "0 of at most 2 pairs");
    assertThat(file(board)).as("what is true in files, too").contains(STOPPED);
    assertThat(BoardView.state(board.store())).as("open pages load again").isNotEqualTo(before);
    assertThat(command(board, "site", "--out", folder.resolve("site").toString()))
        .contains(STOPPED, "go on with: ./tapeline leaderboard run SUBMISSIONS --db " + board.db());

    var next = run(board, 0);
    assertThat(next.waitFor(500, TimeUnit.SECONDS)).isTrue();
    assertThat(said()).contains(STOPPED, "This one goes on.", "2 pairs judged");
    assertThat(live(board)).doesNotContain(STOPPED, JUDGING);
  }

  @Test
  void a_run_that_was_killed_after_its_last_judgement_is_ended_by_the_next() throws Exception {
    var board = TestBoard.in(folder).with("1", MadeUpEntry.of("matmul", "One", "2"));
    board.run();
    assertThat(state(board)).isEqualTo(State.ENDED);
    killAfterwards(board);
    assertThat(state(board)).isEqualTo(State.STOPPED);
    assertThat(board.run()).contains("nothing to do");
    assertThat(state(board)).isEqualTo(State.ENDED);
    assertThat(board.store().runs().history()).as("with its ranks").hasSize(1);
  }

  /// Makes the run look as if it had been killed before it could note its end.
  private static void killAfterwards(TestBoard board) {
    var gone = new RunProcess(RunProcess.current().host(), Integer.MAX_VALUE, start());
    Jdbi.create("jdbc:sqlite:" + board.db())
        .useHandle(h -> {
          h.execute("delete from place");
          h.execute("update run set ended = '', process = ?", gone.text());
        });
  }

  private static java.time.Instant start() {
    return RunProcess.current().started();
  }

  @Test
  void a_process_is_known_by_its_start_and_not_by_its_number_alone() {
    var own = RunProcess.current();
    assertThat(RunProcess.read(own.text())).isEqualTo(own);
    assertThat(own.life()).isEqualTo(RunProcess.Life.GOES_ON);
    var older = new RunProcess(own.host(), own.pid(), own.started().minus(Duration.ofHours(1)));
    assertThat(older.life()).as("another process had this number").isEqualTo(RunProcess.Life.GONE);
    var elsewhere = new RunProcess("node 7", own.pid(), own.started());
    assertThat(RunProcess.read(elsewhere.text()).life())
        .as("this machine knows of no process there")
        .isEqualTo(RunProcess.Life.ELSEWHERE);
    assertThat(RunProcess.read("").life())
        .as("of a row that an older version wrote")
        .isEqualTo(RunProcess.Life.GONE);
  }

  @Test
  void of_a_run_on_another_machine_the_live_page_says_when_it_was_last_heard_of() throws Exception {
    var board = TestBoard.in(folder).with("1", MadeUpEntry.of("matmul", "One", "2"));
    board.run();
    Jdbi.create("jdbc:sqlite:" + board.db())
        .useHandle(h ->
            h.execute(
                "update run set ended = '', news = '2026-05-04T17:03:10Z', process = ?",
                "12 2026-05-04T16:00:00Z node-7"));
    assertThat(state(board)).isEqualTo(State.JUDGING_ELSEWHERE);
    assertThat(live(board))
        .contains("It runs on node-7, which last said so at 2026-05-04 17:03 UTC.");
    assertThat(file(board)).doesNotContain("node-7");
  }

  @Test
  void a_second_run_beside_one_that_judges_is_warned() throws Exception {
    var board = TestBoard.in(folder).with("1", MadeUpEntry.of("matmul", "One", "2"));
    var submissions = board.submissions().toString();
    assertThat(command(board, "run", submissions)).doesNotContain("BEWARE");
    Jdbi.create("jdbc:sqlite:" + board.db()).useHandle(h -> h.execute("update run set ended = ''"));
    assertThat(command(board, "run", submissions))
        .contains("BEWARE: process %d judges for".formatted(ProcessHandle.current().pid()))
        .doesNotContain(STOPPED);
  }

  private static State state(TestBoard board) throws IOException {
    return board.store().runs().last().orElseThrow().state();
  }

  private static String live(TestBoard board) throws IOException {
    return new BoardSite(board.store(), true).page("index.html").orElseThrow();
  }

  private static String file(TestBoard board) throws IOException {
    return new BoardSite(board.store(), false).page("index.html").orElseThrow();
  }

  private static String command(TestBoard board, String... words) {
    var said = new ByteArrayOutputStream();
    JudgeFactory none = _ -> new FakeJudge(0);
    var all = new java.util.ArrayList<>(java.util.List.of(words));
    all.addAll(java.util.List.of("--db", board.db()));
    LeaderboardCommands.of(none, new PrintStream(said, true, UTF_8))
        .execute(all.toArray(String[]::new));
    return said.toString(UTF_8);
  }

  private Process run(TestBoard board, long millis) throws IOException {
    var words = new String[] {"leaderboard", "run", board.submissions().toString(), "--db"};
    var all = java.util.Arrays.copyOf(words, words.length + 1);
    all[words.length] = board.db();
    return FakeInstructor.process(millis, all)
        .redirectOutput(folder.resolve("run.log").toFile())
        .start();
  }

  private String said() throws IOException {
    var log = folder.resolve("run.log");
    return Files.exists(log) ? Files.readString(log) : "";
  }
}
