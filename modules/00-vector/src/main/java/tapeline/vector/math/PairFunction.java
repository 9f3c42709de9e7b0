package tapeline.vector.math;

/// The functions of two numbers that have loops, by the names of the course's ops.
public enum PairFunction {
  ADD,
  SUB,
  MUL,
  DIV,
  MAX,
  /// 1 where the first is greater, else 0.
  GREATER,
  /// The first where the second is not 0, else 0.
  WHERE
}
