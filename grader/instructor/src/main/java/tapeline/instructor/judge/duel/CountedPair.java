package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import tapeline.competition.workload.Task;
import tapeline.instructor.judge.duel.TimedPair.Outcome;
import tapeline.instructor.judge.entry.Entrant;
import tapeline.instructor.judge.verdict.JudgeVerdict;
import tapeline.instructor.judge.verdict.PairScore;
import tapeline.instructor.judge.verdict.RuleBroken;

/// Compares bytes: first both sides have to answer well enough, then their files are counted. The
/// same whenever it is judged with the same seed.
public final class CountedPair {
  private final Pair pair;

  public CountedPair(Pair pair) {
    this.pair = pair;
  }

  /// Judges the pair.
  ///
  /// @throws RuleBroken when the entry breaks a rule
  public Outcome run() throws IOException, RuleBroken, OtherBroken {
    long ofEntry = bytes(pair.entry());
    pair.progress().accept(0.5);
    long ofOther = OtherBroken.blaming(pair.other().name(), () -> bytes(pair.other()));
    pair.progress().accept(1);
    return outcome(ofOther, ofEntry, "bytes");
  }

  /// Less is better.
  static Outcome outcome(long other, long entry, String unit) {
    double ratio = (double) other / entry;
    var verdict =
        ratio > 1 ? JudgeVerdict.BETTER : ratio < 1 ? JudgeVerdict.WORSE : JudgeVerdict.UNDECIDED;
    return new Outcome(
        verdict,
        null,
        String.format(Locale.ROOT, "%d %s, and the other has %d", entry, unit, other),
        new PairScore(ratio, ratio, ratio, 1, (double) other, (double) entry, List.of()));
  }

  /// The bytes of a side that answers well enough.
  private long bytes(Entrant side) throws IOException, RuleBroken {
    var task = Task.of(pair.event(), pair.draws("task", 0));
    var referee = new Referee(pair.event());
    try (var player = pair.started(side, task, referee)) {
      for (int i = 0; i < pair.plan().answers(); i++) {
        referee.ask(player, task.ask(pair.draws("input", 0, i)));
      }
    }
    referee.requireAccuracy(); // how many threads worked makes no file smaller
    return side.bytes();
  }
}
