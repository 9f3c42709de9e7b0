package tapeline.tensor;

/// How a [Backend] makes one number of many.
public enum Reduction {
  /// The sum; 0 of no numbers. Added up in float64, rounded once.
  SUM,
  /// The largest; −∞ of no numbers, NaN when one of them is.
  MAX
}
