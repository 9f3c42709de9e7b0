package tapeline.precision;

/// How much of an op is in the low format.
public enum OpPrecision {
  /// Every step of it: what a primitive of the backend makes is rounded, and sums gather in the
  /// format. A matrix product rounds its operands and its result, and adds up in float32 between,
  /// as matrix units do.
  LOW,
  /// Its result alone: within, it is float32.
  INSIDE,
  /// Nothing.
  FLOAT32
}
