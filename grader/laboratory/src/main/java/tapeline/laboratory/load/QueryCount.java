package tapeline.laboratory.load;

/// How many queries a quantile needs.
public final class QueryCount {
  private QueryCount() {}

  /// The least number of queries from which one can be sure, with this confidence, that a quantile
  /// of the latency is below a bound that all queries but one met: fewer than two misses must be
  /// improbable if a share `1 − quantile` misses it. MLPerf's LoadGen asks for so many before it
  /// stops early.
  ///
  /// @throws IllegalArgumentException unless both are between 0 and 1
  public static int least(double quantile, double confidence) {
    if (!(0 < quantile && quantile < 1 && 0 < confidence && confidence < 1)) {
      throw new IllegalArgumentException(
          "quantile and confidence are between 0 and 1, got %s and %s"
              .formatted(quantile, confidence));
    }
    int n = 1;
    while (Math.pow(quantile, n) + n * (1 - quantile) * Math.pow(quantile, n - 1)
        > 1 - confidence) {
      n++;
    }
    return n;
  }
}
