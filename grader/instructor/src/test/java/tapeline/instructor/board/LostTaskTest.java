package tapeline.instructor.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.instructor.board.run.PairExecutor;
import tapeline.instructor.board.run.PairWork;
import tapeline.instructor.judge.verdict.Judgement;
import tapeline.instructor.slurm.SlurmExecutor;

class LostTaskTest {
  @TempDir private Path folder = Path.of(".");

  @Test
  void a_pair_that_cannot_be_written_is_told_and_stops_no_other() throws Exception {
    var store = BoardStore.open(folder.resolve("board.db").toString());
    var work = new PairWork(store, Map.of(), PairWork.ELSEWHERE, true);
    var told = new Told(new ArrayList<>());
    var pairs = List.of(JudgedPair.withBaseline("none", "a"), JudgedPair.withBaseline("none", "b"));
    new SlurmExecutor(work, folder, List.of(), List.of()).judge(pairs, told);
    assertThat(told.failed).hasSize(2).first().asString().contains("there is no event none");
  }

  /// Takes all pairs, and hears which have failed.
  private record Told(List<String> failed) implements PairExecutor.Sink {
    @Override
    public boolean claim(JudgedPair pair) {
      return true;
    }

    @Override
    public void doing(JudgedPair pair, double share) {}

    @Override
    public void judged(JudgedPair pair, Judgement judgement) {}

    @Override
    public void note(String line) {}

    @Override
    public void failed(JudgedPair pair, String why) {
      failed.add(why);
    }
  }
}
