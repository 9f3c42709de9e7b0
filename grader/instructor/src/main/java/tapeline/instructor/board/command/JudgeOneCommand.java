package tapeline.instructor.board.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tapeline.instructor.board.run.JudgeFactory;
import tapeline.instructor.board.run.PairTask;

/// `leaderboard judge-one`: judges the pair in a folder and leaves the judgement there. It is what
/// a cluster's node runs.
@Command(
    name = "judge-one",
    hidden = true,
    description = "Judges one pair: what a cluster's node runs.")
final class JudgeOneCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FOLDER", description = "The pair's folder.")
  private Path folder = Path.of(".");

  private final JudgeFactory judges;

  JudgeOneCommand(JudgeFactory judges) {
    this.judges = judges;
  }

  @Override
  public Integer call() throws IOException {
    return new PairTask(folder).judge(judges) ? 0 : 1;
  }
}
