package tapeline.bench.compare;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import tapeline.bench.stats.Sample;
import tapeline.bench.stats.SteadyState;

/// The times of one pair of JVMs.
///
/// @param a nanoseconds a unit of A's turns, in their order
/// @param b of B's turns
/// @param cpuRatio processor time of B's process over A's
/// @param bytesA bytes a unit that A allocated
/// @param bytesB bytes a unit that B allocated
/// @param swapped whether B's JVM was started before A's: drawn for each fork
public record Fork(
    Sample a, Sample b, double cpuRatio, double bytesA, double bytesB, boolean swapped) {
  /// @throws IllegalArgumentException when a time is not above 0
  public Fork {
    for (var side : List.of(a, b)) {
      if (side.min() <= 0) {
        throw new IllegalArgumentException(
            "a unit of a turn takes more than 0 ns, got "
                + side.min()
                + ": if the clock is too coarse, let a turn do more");
      }
    }
  }

  /// Which quantile stands for a side: low, as all that disturbs makes slower; not the least, which
  /// rests on one turn.
  public static final double QUANTILE = 0.1;

  /// `ln Q₁₀(B) − ln Q₁₀(A)`: below 0 where B is faster.
  public double logRatio() {
    return Math.log(b.quantile(QUANTILE)) - Math.log(a.quantile(QUANTILE));
  }

  /// A step of the clock, as a difference of logarithms: the least difference of two turns, where
  /// some turns are equal, as those of a coarse clock are; 0 where none are. Where all are equal
  /// the step may be as large as a turn.
  double clockStep() {
    double[] turns =
        DoubleStream.concat(Arrays.stream(a.values()), Arrays.stream(b.values()))
            .sorted()
            .toArray();
    double least = turns[0];
    boolean ties = false;
    for (int i = 1; i < turns.length; i++) {
      double gap = turns[i] - turns[i - 1];
      ties |= gap == 0;
      least = gap > 0 ? Math.min(least, gap) : least;
    }
    return ties ? Math.log1p(least / turns[0]) : 0;
  }

  /// Returns whether both sides had one speed in the later half of their turns.
  public boolean isSteady() {
    return SteadyState.isSteady(a.values()) && SteadyState.isSteady(b.values());
  }
}
