package tapeline.instructor.judge.duel;

import tapeline.bench.compare.Plan;

/// How much is measured of a pair.
///
/// All counts follow from the baseline's speed alone: an entry cannot change them by being slow.
///
/// @param plan when one looks, and how many blocks of four turns a fork has at most
/// @param warmUpMillis the baseline works before turns count; the entry gets as many turns
/// @param forkMillis the baseline may work in a fork's turns: fewer blocks where answers take long
/// @param repeats questions asked again at the end of a fork, beside as many new ones
/// @param queries of a session, where latency is judged
/// @param sessions of a side in a fork, where latency is judged; even
/// @param answers where an entry's bytes or sectors are counted
public record JudgePlan(
    Plan plan,
    int warmUpMillis,
    int forkMillis,
    int repeats,
    int queries,
    int sessions,
    int answers) {
  /// The plan that decides a ranking.
  public static final JudgePlan OFFICIAL =
      new JudgePlan(
          new Plan(new int[] {10, 14, 20}, new double[] {0.02, 0.01, 0.02}, 25, 400, 250),
          400,
          1500,
          12,
          110,
          2,
          6);

  /// A plan for tests and rehearsals: six forks, so that it can decide at all, of a few turns.
  public static final JudgePlan QUICK =
      new JudgePlan(
          new Plan(new int[] {6}, new double[] {0.05}, 5, 400, 100), 100, 250, 10, 16, 2, 3);

  public JudgePlan {
    if (warmUpMillis < 0
        || forkMillis < 1
        || repeats < 1
        || queries < 1
        || sessions < 1
        || sessions % 2 != 0
        || answers < 1) {
      throw new IllegalArgumentException(
          "a judge's plan has positive counts and an even number of sessions, got %d repeats, %d"
                  .formatted(repeats, queries)
              + " queries, %d sessions, %d answers".formatted(sessions, answers));
    }
  }
}
