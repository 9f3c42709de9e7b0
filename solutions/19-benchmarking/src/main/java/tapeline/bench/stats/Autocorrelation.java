package tapeline.bench.stats;

/// How much values resemble those before them, and how many independent ones they are worth.
public final class Autocorrelation {
  private Autocorrelation() {}

  /// The correlation with what came `lag` earlier, from −1 to 1; 0 for values that do not vary.
  public static double at(int lag, Sample sample) {
    double[] x = sample.values();
    double mean = sample.mean();
    var products = new Sums();
    var squares = new Sums();
    for (int i = 0; i < x.length; i++) {
      squares.add((x[i] - mean) * (x[i] - mean));
      if (i >= lag) {
        products.add((x[i] - mean) * (x[i - lag] - mean));
      }
    }
    return squares.value() == 0 ? 0 : products.value() / squares.value();
  }

  /// `n/(1 + 2·Σ ρₖ)`: as many independent values would say as much of the mean. The sum ends where
  /// two neighbours ρ together are no longer above 0 (Geyer, *Statistical Science* 7, 1992). At
  /// most n.
  public static double effectiveSize(Sample sample) {
    int n = sample.size();
    double sum = 0;
    for (int k = 1; k + 1 < n; k += 2) {
      double pair = at(k, sample) + at(k + 1, sample);
      if (pair <= 0) {
        break;
      }
      sum += pair;
    }
    return Math.min(n, n / (1 + 2 * sum));
  }
}
