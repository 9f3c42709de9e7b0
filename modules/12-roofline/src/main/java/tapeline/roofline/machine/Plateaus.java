package tapeline.roofline.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tapeline.instruments.machine.Curve;
import tapeline.instruments.machine.Plateau;
import tapeline.instruments.machine.Staircase;
import tapeline.toolkit.Todo;

/// Finds the steps of a staircase that noise has blurred: which working sets does the same cache
/// serve?
///
/// The curve is cut into plateaus and sizes that belong to none, as the slopes between two plateaus
/// do. Each way of cutting has a price, and the cheapest is looked for among all (optimal
/// partitioning: Jackson et al., *An Algorithm for Optimal Partitioning of Data on an Interval*,
/// IEEE Signal Processing Letters 12, 2005).
public final class Plateaus {
  /// The price of a size that belongs to no plateau: one that is 10 % off its plateau's level costs
  /// as much.
  public static final double LEFT_OUT = 0.1;

  /// The price of a plateau, whatever it holds: else noise would cut one into many.
  public static final double PLATEAU = 0.2;

  /// The price of an outlier within a plateau, at most: less than of cutting the plateau in two
  /// there.
  public static final double OUTLIER = 0.2;

  /// The least number of sizes of a plateau.
  public static final int LEAST = 4;

  private Plateaus() {}

  /// The plateaus of a curve, from small sizes to large ones; empty when nothing in it is level.
  /// O(n³·log n) time for n sizes.
  public static List<Plateau> find(Curve curve) {
    int n = curve.length();
    double[] logs = IntStream.range(0, n).mapToDouble(i -> Math.log(curve.rate(i))).toArray();
    int[] start = cut(logs);
    var found = new ArrayList<Plateau>();
    for (int end = n; end > 0; end = start[end]) {
      if (end - start[end] > 1) found.addFirst(Plateau.of(curve, start[end], end));
    }
    return found;
  }

  /// The plateaus of a curve as the levels of a memory, see [Staircase#of].
  public static Staircase staircase(Curve curve, List<Long> caches) {
    return Staircase.of(curve, find(curve), caches);
  }

  /// Returns, for each `end`, the beginning of the last part in the cheapest cut of the first `end`
  /// values. A part is one value that is left out, or a plateau of [#LEAST] values and more.
  private static int[] cut(double... logs) {
    var start = new int[logs.length + 1];
    var cheapest = new double[logs.length + 1]; // price of the first `end` values; of none it is 0
    // BEGIN EXERCISE 12.4
    // TODO 12.4 — 12 lines. For each `end` from 1 on: the last part is one value that is
    // left out and costs LEFT_OUT, or a plateau that costs PLATEAU and its unevenness,
    // from each place that leaves it LEAST values. Keep the cheapest in `cheapest` and
    // `start`. What is before the last part was cut already: where is its price?
    throw new Todo("12.4", "the plateau finder");
    // END EXERCISE 12.4
  }

  /// Returns the sum of the distances from the median, for the values from place `from` to before
  /// `end`; each distance counts as at most [#OUTLIER].
  public static double unevenness(double[] logs, int from, int end) {
    double[] sorted = Arrays.copyOfRange(logs, from, end);
    Arrays.sort(sorted);
    double median = sorted[sorted.length / 2];
    return Arrays.stream(sorted).map(log -> Math.min(Math.abs(log - median), OUTLIER)).sum();
  }
}
