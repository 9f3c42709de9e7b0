package tapeline.instructor.board;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.instructor.board.command.LeaderboardCommands;
import tapeline.instructor.board.run.JudgeFactory;

class RejudgeTest {
  @TempDir private Path folder = Path.of(".");
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private int rejudge(TestBoard board, long shift) throws Exception {
    var hash = board.store().entries().getFirst().hash();
    JudgeFactory judges =
        _ ->
            (event, entry, against, seed, progress) ->
                new FakeJudge(0).judge(event, entry, against, seed + shift, progress);
    return LeaderboardCommands.of(judges, new PrintStream(said, true, UTF_8))
        .setErr(new PrintWriter(said, true, UTF_8))
        .execute("rejudge", hash.substring(0, 12), "--db", board.db());
  }

  @Test
  void judging_again_with_the_same_seed_says_the_same() throws Exception {
    var board = TestBoard.in(folder).with("1", MadeUpEntry.of("matmul", "One", "2"));
    board.run();
    var before = board.judgements();
    assertThat(rejudge(board, 0)).isZero();
    assertThat(said.toString(UTF_8)).contains("the verdicts agree").contains("BETTER 2.00×");
    assertThat(board.judgements()).as("nothing on the board has changed").isEqualTo(before);
  }

  @Test
  void another_verdict_ends_with_1() throws Exception {
    var board = TestBoard.in(folder).with("1", MadeUpEntry.of("matmul", "One", "2"));
    board.run();
    Jdbi.create("jdbc:sqlite:" + board.db())
        .useHandle(h -> h.execute("update judgement set verdict = 'WORSE'"));
    assertThat(rejudge(board, 0)).isEqualTo(1);
    assertThat(said.toString(UTF_8)).contains("THE VERDICTS DIFFER");
  }

  @Test
  void bytes_that_were_changed_in_the_database_are_not_judged() throws Exception {
    var board = TestBoard.in(folder).with("1", MadeUpEntry.of("matmul", "One", "2"));
    board.run();
    Jdbi.create("jdbc:sqlite:" + board.db())
        .useHandle(h -> h.execute("update archive set bytes = x'00'"));
    assertThat(rejudge(board, 0)).isNotZero();
    assertThat(said.toString(UTF_8)).contains("was changed in the database");
  }
}
