package tapeline.curvature;

import java.util.Optional;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// The tangents of the slopes of [UnaryOp]: second derivatives.
///
/// Backward knows x or y of an op, see [tapeline.autograd.Arithmetic.Map#keeps]. So each slope is
/// written as a function of the one that is known, and its tangent by the chain rule from there:
/// tanh′ = 1 − y² changes by −2y·ẏ.
final class SlopeTangents {
  private static final double ROOT_2_OVER_PI = 0.7978845608028654;
  private static final double GELU_CUBE = 0.044715;

  private SlopeTangents() {}

  // spotless:off
  /// Computes the tangent of f′, where `y = f(x)`, from the tangents ẋ and ẏ: each is empty when it
  /// is 0.
  ///
  /// A tape keeps x or y, the one that f′ is written in below, and passes it for both: a row of
  /// `f′ = 1/(2y)` reads y and ẏ alone, as its x may be y, and one of `f′ = 1/x` x and ẋ alone.
  ///
  /// A kink has no second derivative; it counts as 0 there, as on both sides.
  static Optional<Tensor> of(
      UnaryOp op, Tensor x, Tensor y, Optional<Tensor> dX, Optional<Tensor> dY) {
    return switch (op) {
      case NEG, ABS, RELU -> Optional.empty();                                       // f′ is −1, ±1, 0 or 1
      case GELU           -> dX.map(t -> t.times(geluCurvature(x)));
      case SOFTPLUS       -> dX.map(t -> slope(UnaryOp.SIGMOID, t, x.sigmoid()));     // f′ = σ(x)
      case SIGMOID        -> dY.map(t -> t.minus(t.times(y).times(2)));               // f′ = y − y²
      // BEGIN SOLUTION 16.3 "how slopes change" 10 points
      case EXP            -> dY;                                                      // f′ = y
      case LOG            -> dX.map(t -> t.div(x).div(x).neg());                      // f′ = 1/x
      case SQRT           -> dY.map(t -> t.div(y).div(y).times(-0.5f));               // f′ = 1/(2y)
      case SQUARE         -> dX.map(t -> t.times(2));                                 // f′ = 2x
      case RECIPROCAL     -> dY.map(t -> t.times(y).times(-2));                       // f′ = −y²
      case TANH           -> dY.map(t -> t.times(y).times(-2));                       // f′ = 1 − y²
      // STUB // TODO 16.3 — 6 lines. A case for each of EXP (f′ = y), LOG (1/x), SQRT (1/(2y)),
      // STUB // SQUARE (2x), RECIPROCAL (−y²) and TANH (1 − y²), as SIGMOID's (f′ = y − y²). What
      // STUB // is the derivative of each of these with respect to y, or to x, and what is it
      // STUB // multiplied by? Use y alone where f′ is written in y: there x may be y, too.
      // STUB case EXP, LOG, SQRT, SQUARE, RECIPROCAL, TANH ->
      // STUB     throw new Todo("16.3", "how slopes change");
      // END SOLUTION
    };
  }
  // spotless:on

  private static Tensor slope(UnaryOp op, Tensor t, Tensor y) {
    return Backend.current().slope(op, t, y, y);
  }

  /// Computes `(1 − tanh²u)·(u′ + x/2·(u″ − 2·tanh u·u′²))` with `u = √(2/π)·(x + 0.044715 x³)`, in
  /// float64: a float x⁴ would overflow.
  private static Tensor geluCurvature(Tensor x) {
    var values = x.toArray();
    for (int i = 0; i < values.length; i++) {
      double z = values[i];
      double t = Math.tanh(ROOT_2_OVER_PI * (z + GELU_CUBE * z * z * z));
      double first = ROOT_2_OVER_PI * (1 + 3 * GELU_CUBE * z * z);
      double second = ROOT_2_OVER_PI * 6 * GELU_CUBE * z;
      values[i] = (float) ((1 - t * t) * (first + z / 2 * (second - 2 * t * first * first)));
    }
    return Tensor.of(values, x.shape().toArray());
  }
}
