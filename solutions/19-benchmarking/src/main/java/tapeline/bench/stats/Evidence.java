package tapeline.bench.stats;

/// Evidence that may be looked at after every pair: peeking costs nothing.
///
/// For differences whose signs were drawn, `E = √(η/(η + V))·exp(S²/(2(V + η)))` with `S = Σdᵢ` and
/// `V = Σdᵢ²` is a fair game's fortune at most: it ever reaches 1/α with probability α or less (de
/// la Peña, Lai and Shao, *Self-normalized processes*, Springer 2009; Ville 1939). So one may stop
/// when it does. The scale η is chosen before: about the number of pairs times the square of the
/// differences that are expected.
public final class Evidence {
  private final double eta;
  private double sum;
  private double squares;
  private double most;

  /// @throws IllegalArgumentException unless η > 0
  public Evidence(double eta) {
    if (!(eta > 0)) {
      throw new IllegalArgumentException("the scale η is above 0, got " + eta);
    }
    this.eta = eta;
  }

  public void add(double difference) {
    sum += difference;
    squares += difference * difference;
    most = Math.max(most, now());
  }

  /// The evidence now, 1 for none.
  public double now() {
    return Math.sqrt(eta / (eta + squares)) * Math.exp(sum * sum / (2 * (squares + eta)));
  }

  /// A p-value that holds at any time: 1 over the most evidence so far, at most 1.
  public double p() {
    return Math.min(1, 1 / Math.max(most, 1));
  }
}
