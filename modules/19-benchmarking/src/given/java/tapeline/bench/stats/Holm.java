package tapeline.bench.stats;

import java.util.Comparator;
import java.util.stream.IntStream;

/// Many tests at once: of twenty comparisons of equal things one is "significant" at 5 %.
public final class Holm {
  private Holm() {}

  /// The p-values of Holm (*Scandinavian Journal of Statistics* 6, 1979), in the order given: with
  /// those below alpha rejected, no true hypothesis is rejected with probability 1 − alpha,
  /// whatever the tests have to do with one another. The k-th smallest of n is multiplied by n − k
  /// + 1, and is at least as large as those before it.
  public static double[] adjusted(double... ps) {
    var order =
        IntStream.range(0, ps.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> ps[i]))
            .toList();
    var adjusted = new double[ps.length];
    double largest = 0;
    for (int k = 0; k < ps.length; k++) {
      largest = Math.max(largest, Math.min(1, (ps.length - k) * ps[order.get(k)]));
      adjusted[order.get(k)] = largest;
    }
    return adjusted;
  }
}
