package tapeline.instructor.judge.duel;

import java.util.List;
import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;
import tapeline.instructor.judge.duel.CardReferee.Launches;

/// A check of the card's clock against this machine's.
///
/// The card notes times in memory of the same context that the kernel runs in: a kernel that finds
/// the place could write another time. It cannot reach this machine's clock, which sees each launch
/// too, and the asking and waiting around it, which is the same for both sides. So what this
/// machine's clock sees beside the card's is the same for both, or time was hidden.
final class CardClocks {
  private static final double SHARE = 0.1;
  private static final double NANOS = 20_000;

  private CardClocks() {}

  /// Returns how much more of the entry's time than of the other side's the card's clock does not
  /// show, divided by what clocks may differ by: above 1 where time was hidden.
  static double unseen(Launches other, Launches entry) {
    double device = quantile(entry.device());
    return (quantile(entry.beside()) - quantile(other.beside())) / (SHARE * device + NANOS);
  }

  /// Returns whether it was hidden in most forks.
  static boolean disagree(List<Double> unseen) {
    return TimedPair.median(unseen) > 1;
  }

  private static double quantile(double[] nanos) {
    return Sample.of(nanos).quantile(Fork.QUANTILE);
  }
}
