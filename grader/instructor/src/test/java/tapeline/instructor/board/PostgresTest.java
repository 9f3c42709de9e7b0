package tapeline.instructor.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class PostgresTest {
  @TempDir private Path folder = Path.of(".");

  @Test
  @Timeout(120)
  void a_board_in_postgresql_is_the_board_in_a_file() throws Exception {
    var programs = PrivatePostgres.programs();
    assumeTrue(programs.isPresent(), "no PostgreSQL server is installed");
    try (var server = PrivatePostgres.start(programs.orElseThrow())) {
      var inFile = TestBoard.in(folder);
      inFile.with("1", SampleEntry.of("matmul", "Ünïcode 🏁 \u0000", "2"));
      inFile.with("2", SampleEntry.of("matmul", "Two", "3"));
      inFile.with("3", SampleEntry.of("matmul", "Two", "4").named("Better"));
      inFile.with("4", SampleEntry.of("smallest-model", "Three", "2"));
      inFile.with("5", SampleEntry.of("matmul", "Cheat", "REJECTED"));
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
      assertThat(inServer.store().judgements().find(pair).judgement().score().forks())
          .isEqualTo(inFile.store().judgements().find(pair).judgement().score().forks())
          .hasSize(14);
      assertThat(inServer.run()).contains("nothing to do");
    }
  }
}
