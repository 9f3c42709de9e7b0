package tapeline.bench.compare;

import java.util.Arrays;

/// How a comparison is run, decided before it begins.
///
/// @param looks after how many forks one looks whether it is decided, in increasing order
/// @param spends how much of the error rate each look may spend; together `alpha`
/// @param blocks of four turns in a fork
/// @param turnMicros how long a turn should take
/// @param warmUpMillis of work of each side of a fork, in turns
public record Plan(int[] looks, double[] spends, int blocks, int turnMicros, int warmUpMillis) {

  /// The plan that found a 2 % difference in 22 s on a busy machine of two processors: ten forks,
  /// and more only if they do not decide.
  public static final Plan STANDARD =
      new Plan(new int[] {10, 16, 24}, new double[] {0.02, 0.01, 0.02}, 200, 400, 400);

  /// The plan for half a percent. What hides it is not the clock but the forks, each of which lies
  /// some tenths of a percent beside the next, however many turns it takes: so these are shorter
  /// than those of [#STANDARD], and there may be more of them, 54 in 75 seconds. It looks four
  /// times, so that quiet work is decided after ten.
  public static final Plan FINE =
      new Plan(new int[] {10, 16, 30, 54}, new double[] {0.01, 0.01, 0.01, 0.02}, 100, 400, 300);

  /// @throws IllegalArgumentException unless each look has a part of the error rate
  public Plan {
    looks = looks.clone();
    spends = spends.clone();
    boolean rising = true;
    for (int i = 1; i < looks.length; i++) {
      rising &= looks[i] > looks[i - 1];
    }
    if (looks.length == 0 || looks.length != spends.length || !rising || looks[0] < 2) {
      throw new IllegalArgumentException(
          "a plan's looks rise, and each has a part of the error rate, got %s and %s"
              .formatted(Arrays.toString(looks), Arrays.toString(spends)));
    }
  }

  /// A plan that looks once, after this many forks, at 5 %.
  public static Plan of(int forks) {
    return new Plan(
        new int[] {forks},
        new double[] {0.05},
        STANDARD.blocks,
        STANDARD.turnMicros,
        STANDARD.warmUpMillis);
  }

  /// The probability that two equal sides are called different at any look: at most the sum of what
  /// the looks spend, whatever the looks have to do with one another.
  public double alpha() {
    return Arrays.stream(spends).sum();
  }
}
