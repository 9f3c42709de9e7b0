package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.function.DoubleConsumer;
import tapeline.competition.Event;
import tapeline.instructor.judge.entry.Entrant;
import tapeline.instructor.judge.entry.JudgeFolder;
import tapeline.instructor.judge.verdict.RuleBroken;
import tapeline.instructor.judge.workload.Draws;
import tapeline.instructor.judge.workload.Task;

/// An entry, and what it is compared with.
///
/// @param other the baseline, or another entry
/// @param seed of all that is drawn
/// @param progress hears which share is done, from 0 to 1
public record Pair(
    Event event,
    JudgeFolder folder,
    Entrant other,
    Entrant entry,
    JudgePlan plan,
    long seed,
    DoubleConsumer progress) {

  /// The other side broke a rule: the entry is not to blame.
  public static final class OtherBroken extends Exception {
    private static final long serialVersionUID = 1;

    public OtherBroken(String other, RuleBroken why) {
      super(other + ": " + why.reason(), why);
    }
  }

  /// Numbers for one purpose in one fork.
  Draws draws(String purpose, long... index) {
    return Draws.of(seed, purpose, index);
  }

  /// The JVM of a side, ready and stopped.
  ContestantProcess start(boolean isEntry, Task task) throws IOException, RuleBroken, OtherBroken {
    var side = isEntry ? entry : other;
    boolean vectors = entry.usesVectors() || other.usesVectors();
    try {
      return new ContestantProcess(
          side.command(event, folder, vectors),
          task.given().toArray(float[][]::new),
          event.limits());
    } catch (RuleBroken e) {
      if (isEntry) {
        throw e;
      }
      throw new OtherBroken(side.name(), e);
    }
  }
}
