package tapeline.instructor.judge.verdict;

import java.util.List;
import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;

/// How an entry compares.
///
/// @param ratio the other's time, latency, bytes or sectors over the entry's: above 1 where the
///   entry is better
/// @param low the lower limit of the ratio at `level`; the ratio itself where it is counted
/// @param high the upper limit
/// @param level for example 0.95; 1 where it is counted
/// @param other what the other has in the event's unit: the median over the forks, or the count
/// @param entry what the entry has
/// @param forks the raw times; empty where it is counted
public record PairScore(
    double ratio,
    double low,
    double high,
    double level,
    double other,
    double entry,
    List<ForkTimes> forks) {
  public PairScore {
    forks = List.copyOf(forks);
  }

  /// Returns whether the entry is surely more than so many times better: an estimate alone may be
  /// chance.
  public boolean isAbove(double times) {
    return low > times;
  }

  /// How many times as long the entry's usual answers take as its fast ones, beside the same of the
  /// other side: what two thirds of the forks reach. A busy machine delays both sides of most
  /// forks, and one side alone of some.
  public double spread() {
    var spreads = forks.stream().mapToDouble(ForkTimes::spread).sorted().toArray();
    return spreads[spreads.length / 3];
  }

  /// One fork: ns an answer in their order, or the p99 latencies of its sessions.
  ///
  /// @param logRatio `ln` of the entry's over the other's: below 0 where the entry is better
  public record ForkTimes(List<Double> other, List<Double> entry, double logRatio) {
    public ForkTimes {
      other = List.copyOf(other);
      entry = List.copyOf(entry);
    }

    private double spread() {
      return spread(entry) / spread(other);
    }

    /// The median over the low quantile, which is what a score is made of.
    private static double spread(List<Double> times) {
      var sample = Sample.of(times.stream().mapToDouble(Double::doubleValue).toArray());
      return sample.median() / sample.quantile(Fork.QUANTILE);
    }
  }
}
