package tapeline.instructor.judge.verdict;

/// The verdict on an entry.
public enum JudgeVerdict {
  /// Better than what it was compared with.
  BETTER,
  /// Worse than it.
  WORSE,
  /// Neither could be shown.
  UNDECIDED,
  /// So good that a person has to look at it before it is ranked.
  REVIEW,
  /// It was run and broke a rule: a wrong answer, a limit, a cheat.
  REJECTED,
  /// It was not run: its archive, its manifest or its code is not as it has to be.
  REFUSED;

  /// Returns whether it has a place in the ranking.
  public boolean isRanked() {
    return this == BETTER || this == WORSE || this == UNDECIDED;
  }
}
