package tapeline.instructor.judge.duel;

import tapeline.competition.Event.EventLimits;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.RuleBroken;

/// The time that one side may take of a pair: all its set-ups and all its answers together. The one
/// that goes beyond it ends by its own deadline, so a pair takes at most
/// [EventLimits#mostSeconds()] of each side, beside what starts JVMs and compiles.
final class PairBudget {
  private final EventLimits limits;
  private long spent;

  PairBudget(EventLimits limits) {
    this.limits = limits;
  }

  /// Counts the time of a set-up or an answer.
  ///
  /// @throws RuleBroken when all together took too long
  void spend(long nanos) throws RuleBroken {
    spent += nanos;
    if (spent > 1e9 * limits.budgetSeconds()) {
      throw RuleBroken.rejected(
          Defence.BUDGET,
          "all set-ups and answers of a pair together have %d s".formatted(limits.budgetSeconds()));
    }
  }
}
