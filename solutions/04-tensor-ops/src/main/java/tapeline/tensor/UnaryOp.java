package tapeline.tensor;

/// The functions of one number that a [Backend] applies to each element: `y = f(x)` and its slope.
public enum UnaryOp {
  /// `y = −x`; `y′ = −1`.
  NEG,
  /// `y = eˣ`; `y′ = y`.
  EXP,
  /// `y = ln x`; `y′ = 1/x`.
  LOG,
  /// `y = √x`; `y′ = 1/(2y)`.
  SQRT,
  /// `y = x²`; `y′ = 2x`.
  SQUARE,
  /// `y = 1/x`; `y′ = −y²`.
  RECIPROCAL,
  /// `y = |x|`; `y′ = sign x`, 0 at 0.
  ABS,
  /// `y = tanh x`; `y′ = 1 − y²`.
  TANH,
  /// `y = 1/(1 + e⁻ˣ)`; `y′ = y(1 − y)`.
  SIGMOID,
  /// `y = max(x, 0)`; `y′ = 1` where x > 0, else 0, and then `dy·y′` is 0 also for an infinite dy.
  RELU,
  /// `y = ln(1 + eˣ)`, finite for every finite x; `y′ = 1/(1 + e⁻ˣ)`.
  SOFTPLUS,
  /// `y = x·Φ(x)`, by the tanh formula of Hendrycks and Gimpel (arXiv 1606.08415).
  GELU
}
