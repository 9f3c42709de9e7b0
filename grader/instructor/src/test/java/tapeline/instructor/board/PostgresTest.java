package tapeline.instructor.board;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tapeline.instructor.judge.verdict.PairScore.ForkTimes;

class PostgresTest {
  @TempDir private Path folder = Path.of(".");

  @Test
  @Timeout(120)
  void a_board_in_postgresql_is_the_board_in_a_file() throws Exception {
    var programs = PrivatePostgres.programs();
    assumeTrue(programs.isPresent(), "no PostgreSQL server is installed");
    try (var server = PrivatePostgres.start(programs.orElseThrow())) {
      var inFile = TestBoard.in(folder);
      inFile.with("1", MadeUpEntry.of("matmul", "Ünïcode 🏁 \u0000", "2"));
      inFile.with("2", MadeUpEntry.of("matmul", "Two", "3"));
      inFile.with("3", MadeUpEntry.of("matmul", "Two", "4").named("Better"));
      inFile.with("4", MadeUpEntry.of("smallest-model", "Three", "2"));
      inFile.with("5", MadeUpEntry.of("matmul", "Cheat", "REJECTED"));
      Files.writeString(folder.resolve("submissions/6.zip"), "no zip");
      var inServer = new TestBoard(inFile.submissions(), server.url());
      for (var board : new TestBoard[] {inFile, inServer}) {
        board.store().requireSeed(7);
        board.run();
      }
      assertThat(inServer.judgements())
          .as("judgements, seeds and scores are the same to the last bit")
          .isEqualTo(inFile.judgements())
          .contains("BETTER");
      assertThat(inServer.store().entries())
          .usingRecursiveComparison()
          .ignoringFields("added")
          .isEqualTo(inFile.store().entries());
      assertThat(inServer.ranking("matmul").rows())
          .extracting(r -> r.entry().name() + r.shownRanks())
          .isEqualTo(
              inFile.ranking("matmul").rows().stream()
                  .map(r -> r.entry().name() + r.shownRanks())
                  .toList());
      var pair = inFile.ranking("matmul").rows().getFirst().kept().pair();
      assertThat(forks(inServer, pair)).isEqualTo(forks(inFile, pair)).hasSize(14);
      assertThat(inServer.run()).contains("nothing to do");
    }
  }

  private static List<ForkTimes> forks(TestBoard board, JudgedPair pair) throws IOException {
    var kept = requireNonNull(board.store().judgements().find(pair));
    return requireNonNull(kept.judgement().score()).forks();
  }
}
