package tapeline.tensor;

/// The functions of two numbers that a [Backend] applies to pairs of elements.
public enum BinaryOp {
  /// `a + b`
  ADD,
  /// `a − b`
  SUB,
  /// `a·b`
  MUL,
  /// `a / b`
  DIV,
  /// `max(a, b)`
  MAX,
  /// 1 where `a > b`, else 0
  GREATER,
  /// a where b is not 0, else 0: unlike a product with 1 and 0, also where a is ∞ or NaN
  WHERE
}
