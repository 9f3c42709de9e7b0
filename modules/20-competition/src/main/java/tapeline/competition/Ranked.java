package tapeline.competition;

import java.util.Arrays;
import tapeline.bench.stats.Sample;

/// An entry that is to be ranked, with what it came to.
public sealed interface Ranked {
  String name();

  /// One that was counted: bytes, sectors. Fewer are better, and equal is equal.
  record CountedEntry(String name, long count) implements Ranked {}

  /// One that was measured.
  ///
  /// @param logRatios of each fork, `ln` of the entry's time over the baseline's: less is better
  record MeasuredEntry(String name, double... logRatios) implements Ranked {
    /// @throws IllegalArgumentException when there are none, or one is not finite
    public MeasuredEntry {
      logRatios = Sample.of(logRatios).values();
    }

    @Override
    public String toString() {
      return name + " " + Arrays.toString(logRatios);
    }
  }
}
