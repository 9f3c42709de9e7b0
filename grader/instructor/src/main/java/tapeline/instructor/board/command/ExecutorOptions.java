package tapeline.instructor.board.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tapeline.instructor.board.BoardEvent;
import tapeline.instructor.board.BoardStore;
import tapeline.instructor.board.run.JudgeFactory;
import tapeline.instructor.board.run.LeaderboardRun;
import tapeline.instructor.board.run.LocalExecutor;
import tapeline.instructor.board.run.PairWork;
import tapeline.instructor.judge.verdict.PairJudge;
import tapeline.instructor.slurm.SlurmExecutor;
import tapeline.instructor.slurm.ThisProgram;

/// Where pairs are judged: the options, and what they choose.
final class ExecutorOptions {
  @Option(
      names = "--executor",
      paramLabel = "local|slurm",
      defaultValue = "local",
      description = "Where pairs are judged: here, or each on a node of a Slurm cluster.")
  private String executor = "local";

  @Option(
      names = "--shared",
      paramLabel = "DIR",
      description = "For slurm: a folder that all nodes see. Default: beside the database.")
  private @Nullable Path shared;

  @Option(
      names = "--sbatch",
      paramLabel = "OPTION",
      description = "For slurm: more for sbatch, for example --sbatch=--partition=bench.")
  private List<String> sbatch = List.of();

  /// The work of a run: the events to judge, and their board.
  ///
  /// @param quick whether with fewer and shorter forks
  record RunWork(BoardStore store, List<BoardEvent> events, boolean quick, BoardOptions board) {
    PairWork with(PairJudge judge) {
      return new PairWork(store, BoardOptions.byHash(events), judge, quick);
    }
  }

  /// @throws IllegalArgumentException when there is no such executor
  /// @throws IllegalStateException when the judge cannot work here
  void check(JudgeFactory judges) {
    if (!List.of("local", "slurm").contains(executor)) {
      throw new IllegalArgumentException("--executor is local or slurm, got " + executor);
    }
    if (executor.equals("local")) {
      judges.require();
    }
  }

  /// Judges what the run needs.
  ///
  /// @param main the program that a cluster's nodes start again
  /// @return whether the judge never failed
  boolean judge(LeaderboardRun run, RunWork work, Class<?> main, JudgeFactory judges)
      throws IOException, InterruptedException {
    return executor.equals("slurm") ? onCluster(run, work, main) : here(run, work, judges);
  }

  private static boolean here(LeaderboardRun run, RunWork work, JudgeFactory judges)
      throws IOException, InterruptedException {
    try (var judge = judges.judge(work.quick())) {
      return run.run(new LocalExecutor(work.with(judge)));
    }
  }

  private boolean onCluster(LeaderboardRun run, RunWork work, Class<?> main)
      throws IOException, InterruptedException {
    var folder = shared != null ? shared : work.board().besideTheDatabase("-slurm");
    var judgeOne = ThisProgram.with(main, "leaderboard", "judge-one");
    return run.run(new SlurmExecutor(work.with(PairWork.ELSEWHERE), folder, sbatch, judgeOne));
  }
}
