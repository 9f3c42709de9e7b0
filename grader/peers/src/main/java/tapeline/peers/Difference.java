package tapeline.peers;

/// How far the numbers of a tensor are off.
///
/// `maxᵢ |gotᵢ − wantᵢ| / max(|wantᵢ|, rms(want), floor)`: the worst element, against its own size
/// or the root mean square of all, whichever is larger. One wrong element shows, which a norm over
/// many would hide; and one that is small only because its summands cancel is not asked for more
/// digits than they had. The floor is for a tensor in which all do, such as the gradient of a bias
/// that has no effect. 0 where both are 0.
public final class Difference {
  private Difference() {}

  /// `√(mean of the squares)`.
  public static double rms(double... values) {
    double squares = 0;
    for (double v : values) {
      squares += v * v;
    }
    return Math.sqrt(squares / values.length);
  }

  /// The relative error of `got`; ∞ when one of its numbers is NaN.
  ///
  /// @throws IllegalArgumentException when these are not equally many
  public static double of(double[] got, double[] want, double floor) {
    if (got.length != want.length) {
      throw new IllegalArgumentException(
          "only equally many numbers compare, got %d and %d".formatted(got.length, want.length));
    }
    double least = Math.max(rms(want), floor);
    double worst = 0;
    for (int i = 0; i < got.length; i++) {
      double off = Math.abs(got[i] - want[i]);
      if (off != 0) {
        double error = off / Math.max(Math.abs(want[i]), least);
        worst = Math.max(worst, Double.isNaN(error) ? Double.POSITIVE_INFINITY : error);
      }
    }
    return worst;
  }
}
