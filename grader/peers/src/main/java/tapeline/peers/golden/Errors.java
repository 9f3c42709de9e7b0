package tapeline.peers.golden;

/// The relative errors of a value and its gradients, see [tapeline.peers.Difference].
///
/// @param backward the worst of the gradients; NaN where there are none
record Errors(double forward, double backward) {
  static final Errors NONE = new Errors(0, Double.NaN);

  Errors worse(Errors other) {
    return new Errors(
        Math.max(forward, other.forward),
        Double.isNaN(backward) ? other.backward : Math.max(backward, other.backward));
  }
}
