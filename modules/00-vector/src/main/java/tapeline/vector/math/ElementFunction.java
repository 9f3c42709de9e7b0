package tapeline.vector.math;

/// The functions of one number that have loops, by the names of the course's ops.
public enum ElementFunction {
  NEG,
  EXP,
  LOG,
  SQRT,
  SQUARE,
  RECIPROCAL,
  ABS,
  TANH,
  SIGMOID,
  RELU,
  SOFTPLUS,
  GELU;

  /// Returns whether the slope is known from y, and else from x.
  public boolean slopeReadsY() {
    return switch (this) {
      case EXP, SQRT, RECIPROCAL, TANH, SIGMOID, RELU -> true;
      case NEG, LOG, SQUARE, ABS, SOFTPLUS, GELU -> false;
    };
  }
}
