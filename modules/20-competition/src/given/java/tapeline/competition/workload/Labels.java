package tapeline.competition.workload;

/// Labels that should come out, of which a share has to be right.
final class Labels {
  /// How far below the share that is asked for a single answer may lie: chance.
  private static final double CHANCE = 0.1;

  private Labels() {}

  static Question.Mark mark(int[] right, float[] answer, double share) {
    int count = 0;
    for (int i = 0; i < right.length; i++) {
      if (answer[i] == right[i]) { // NaN is equal to nothing
        count++;
      }
    }
    if (count < (share - CHANCE) * right.length) {
      return Question.Mark.wrong(
          "%d of %d labels are right, and %.0f %% have to be"
              .formatted(count, right.length, 100 * share));
    }
    return Question.Mark.share(count, right.length);
  }
}
