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

  /// The plan that finds 2 % in half a minute: ten forks, and more only if they do not decide.
  ///
  /// Forks hide a difference more than the clock does: each lies beside the next by some tenths of
  /// a percent, or two percent where lists are sorted. With half the turns that grows by 3 to 29 %,
  /// with half the forks by 41 %. So forks are short, and there are more of them.
  public static final Plan STANDARD =
      new Plan(new int[] {10, 14, 20}, new double[] {0.02, 0.01, 0.02}, 100, 400, 250);

  /// The plan for half a percent: the same forks, up to 72 of them in a minute and a half. It looks
  /// four times, so that quiet work is decided after ten.
  public static final Plan FINE =
      new Plan(new int[] {10, 20, 40, 72}, new double[] {0.01, 0.01, 0.01, 0.02}, 100, 400, 250);

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

  /// The forks at the last look, which ends the comparison in any case.
  public int most() {
    return looks[looks.length - 1];
  }

  /// The probability that two equal sides are called different at any look: at most the sum of what
  /// the looks spend, whatever the looks have to do with one another.
  public double alpha() {
    return Arrays.stream(spends).sum();
  }
}
