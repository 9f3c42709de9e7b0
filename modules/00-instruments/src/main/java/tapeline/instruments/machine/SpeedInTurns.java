package tapeline.instruments.machine;

import java.util.Arrays;
import java.util.Random;
import tapeline.toolkit.TextTable;

/// How many times as fast some work is as a baseline, by 21 pairs of turns.
///
/// A disturbance that lasts longer than a turn disturbs both sides of a pair, and the side that
/// begins a pair is drawn. The median of all ratios lies between the 6th and the 16th of them with
/// 97 %, whatever the noise looks like: `1 − 2·P(Bin(21, ½) ≤ 5)`. With the system property
/// `tapeline.brief` one pair stands for all, as in [RateMeter].
///
/// @param low the 6th ratio of the baseline's time to the work's
/// @param median the 11th
/// @param high the 16th
public record SpeedInTurns(double low, double median, double high) {
  private static final int PAIRS = 21;
  private static final int EDGE = 5;
  private static final int WARM_UP = 10;

  /// Measures, after ten pairs that do not count.
  public static SpeedInTurns of(Runnable baseline, Runnable work) {
    var random = new Random(PAIRS);
    var ratios = new double[PAIRS];
    for (int i = RateMeter.BRIEF ? PAIRS - 1 : -WARM_UP; i < PAIRS; i++) {
      boolean first = random.nextBoolean();
      double one = nanos(first ? baseline : work);
      double other = nanos(first ? work : baseline);
      if (i >= 0) ratios[i] = first ? one / other : other / one;
      if (RateMeter.BRIEF) Arrays.fill(ratios, ratios[i]);
    }
    Arrays.sort(ratios);
    return new SpeedInTurns(ratios[EDGE], ratios[PAIRS / 2], ratios[PAIRS - 1 - EDGE]);
  }

  private static double nanos(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return Math.max(1, System.nanoTime() - start);
  }

  /// For example `3.12× (2.98 to 3.4)`.
  @Override
  public String toString() {
    return "%s× (%s to %s)"
        .formatted(
            TextTable.number(median, 3), TextTable.number(low, 3), TextTable.number(high, 3));
  }
}
