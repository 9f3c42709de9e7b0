package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.function.DoubleConsumer;
import tapeline.competition.Event;
import tapeline.competition.workload.Draws;
import tapeline.competition.workload.Task;
import tapeline.instructor.judge.entry.Entrant;
import tapeline.instructor.judge.entry.JudgeFolder;
import tapeline.instructor.judge.verdict.RuleBroken;

/// An entry, and what it is compared with.
///
/// @param other the baseline, or another entry
/// @param processors of both sides
/// @param seed of all that is drawn
/// @param progress hears which share is done, from 0 to 1
public record Pair(
    Event event,
    JudgeFolder folder,
    Entrant other,
    Entrant entry,
    JudgePlan plan,
    PinnedProcessors processors,
    long seed,
    DoubleConsumer progress) {

  /// Pairs an entry with another side, on the processors that the event allows.
  public static Pair of(
      Event event,
      JudgeFolder folder,
      Entrant other,
      Entrant entry,
      JudgePlan plan,
      long seed,
      DoubleConsumer progress)
      throws IOException {
    var processors = PinnedProcessors.forThreads(event.threads());
    return new Pair(event, folder, other, entry, plan, processors, seed, progress);
  }

  /// Returns random numbers for one purpose in one fork.
  Draws draws(String purpose, long... index) {
    return Draws.of(seed, purpose, index);
  }

  /// Starts the JVM of a side, which is ready and stopped then. Its set-up counts in the referee's
  /// budget.
  ContestantProcess start(boolean isEntry, Task task, Referee referee)
      throws IOException, RuleBroken, OtherBroken {
    return isEntry
        ? started(entry, task, referee)
        : OtherBroken.blaming(other.name(), () -> started(other, task, referee));
  }

  /// Starts a side's process; an error is the side's own.
  ContestantProcess started(Entrant side, Task task, Referee referee)
      throws IOException, RuleBroken {
    boolean vectors = entry.usesVectors() || other.usesVectors();
    return new ContestantProcess(
        processors.pin(side.command(event, folder, vectors)),
        task.given().toArray(float[][]::new),
        event.limits(),
        referee.budget());
  }
}
