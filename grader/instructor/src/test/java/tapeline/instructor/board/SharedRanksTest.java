package tapeline.instructor.board;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.instructor.board.command.RankingText;
import tapeline.instructor.board.page.BoardSite;
import tapeline.instructor.judge.verdict.Judgement;
import tapeline.instructor.judge.verdict.PairJudge;
import tapeline.instructor.judge.verdict.PairScore;

/// Tables with more teams than their forks can tell apart.
class SharedRanksTest {
  private static final String SHARED =
      "All ranks are shared: to tell 8 teams apart takes 7 forks of each, and 6 count here.";

  @TempDir private Path folder = Path.of(".");

  /// A judge that measures six forks, as with `--quick`.
  private static final PairJudge QUICK =
      (event, entry, against, seed, progress) -> {
        var j = new FakeJudge(0).judge(event, entry, against, seed, progress);
        var s = requireNonNull(j.score());
        var six = s.forks().stream().limit(6).toList();
        return new Judgement(
            j.seed(),
            j.verdict(),
            j.defence(),
            j.reason(),
            new PairScore(s.ratio(), s.low(), s.high(), s.level(), s.other(), s.entry(), six),
            j.machine(),
            j.when(),
            j.seconds());
      };

  private static TestBoard withTeams(int teams, String event, Path folder) throws Exception {
    var board = TestBoard.in(folder);
    for (int i = 1; i <= teams; i++) {
      board.with("team-" + i, MadeUpEntry.of(event, "Team " + i, Integer.toString(i)));
    }
    board.run(QUICK, true);
    return board;
  }

  @Test
  void a_table_in_which_no_ranks_can_differ_says_so() throws Exception {
    var board = withTeams(8, "matmul", folder);
    assertThat(board.ranking("matmul").rows()).allMatch(r -> r.shownRanks().equals("1–8"));
    assertThat(RankingText.of(TestBoard.EVENTS, board.store())).contains(SHARED);
    new BoardSite(board.store(), false).write(folder.resolve("site"));
    assertThat(folder.resolve("site/events/matmul.html")).content().contains(SHARED);
  }

  @Test
  void others_say_nothing_of_the_kind() throws Exception {
    var seven = withTeams(7, "matmul", folder.resolve("measured"));
    assertThat(seven.ranking("matmul").rows().getFirst().shownRanks()).isEqualTo("1");
    var counted = withTeams(9, "smallest-model", folder.resolve("counted"));
    for (var board : new TestBoard[] {seven, counted}) {
      assertThat(RankingText.of(TestBoard.EVENTS, board.store()))
          .contains("rank")
          .doesNotContain("All ranks are shared");
    }
  }
}
