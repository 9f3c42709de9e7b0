package tapeline.tests;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/// Decides whether some work is so many times as fast as a baseline: both take turns on this
/// machine, and the answer is yes, no, or that the turns do not tell.
///
/// A round has 21 pairs of turns; who begins a pair is drawn. The median of all ratios lies between
/// the 4th and the 18th of them with 99.8 %, whatever the noise looks like: `1 − 2·P(Bin(21, ½) ≤
/// 3)`, the sign test's interval. The first round whose interval lies above the factor says yes.
/// Other rounds are repeated until the budget is spent, as the compiler may not have been done, and
/// the last one counts.
///
/// The baseline has the process to itself: a thread that the work has left computing, or its
/// garbage, would slow the baseline down, or make noise that cannot be told from the machine's.
public final class PairedTurns {
  private static final int PAIRS = 21;
  private static final int EDGE = 3;
  private static final double ALONE = 0.25; // of a turn that others may compute

  private final LongSupplier nanos;
  private final long budget;
  private final SplittableRandom random = new SplittableRandom(21);
  private int shared; // turns of the baseline in this round, with something else

  /// By the machine's clock, for 3 s at most.
  public PairedTurns() {
    this(System::nanoTime, 3_000_000_000L);
  }

  /// @param budget after so many ns no round begins
  public PairedTurns(LongSupplier nanos, long budget) {
    this.nanos = nanos;
    this.budget = budget;
  }

  /// Requires that `work` is `factor` times as fast as `baseline`.
  ///
  /// @param than what the baseline is called
  /// @throws AssertionError when it is not, or the baseline was not alone
  /// @throws Undecided when the turns do not tell
  public void requireFaster(double factor, String than, Runnable baseline, Runnable work) {
    long began = nanos.getAsLong();
    double[] ratios;
    do {
      ratios = round(baseline, work);
    } while (ratios[EDGE] < factor && nanos.getAsLong() - began < budget);
    if (shared > EDGE) {
      throw new AssertionError(
          "something else ran in turns of %s: join each thread that you start, and make no garbage; measured %d of %d turns"
              .formatted(than, shared, PAIRS));
    }
    if (ratios[EDGE] >= factor) {
      return;
    }
    var measured =
        "measured %.3g× (%.3g× to %.3g×)"
            .formatted(ratios[PAIRS / 2], ratios[EDGE], ratios[PAIRS - 1 - EDGE]);
    var times = BigDecimal.valueOf(factor).stripTrailingZeros().toPlainString();
    if (ratios[PAIRS - 1 - EDGE] < factor) {
      throw new AssertionError(
          "it has to be %s times as fast as %s: %s".formatted(times, than, measured));
    }
    throw new Undecided(
        "whether it is %s times as fast as %s, this machine does not tell: %s; close other programs and try again"
            .formatted(times, than, measured));
  }

  /// The baseline's time over the work's in each pair, sorted.
  private double[] round(Runnable baseline, Runnable work) {
    var ratios = new double[PAIRS];
    shared = 0;
    for (int i = 0; i < PAIRS; i++) {
      if (random.nextBoolean()) {
        double time = alone(baseline);
        ratios[i] = time / turn(work);
      } else {
        double time = turn(work);
        ratios[i] = alone(baseline) / time;
      }
    }
    Arrays.sort(ratios);
    return ratios;
  }

  private double alone(Runnable baseline) {
    var others = OtherThreads.now();
    double time = turn(baseline);
    shared += others.computedFor(ALONE * time) ? 1 : 0;
    return time;
  }

  private double turn(Runnable work) {
    long start = nanos.getAsLong();
    work.run();
    return Math.max(1, nanos.getAsLong() - start);
  }
}
