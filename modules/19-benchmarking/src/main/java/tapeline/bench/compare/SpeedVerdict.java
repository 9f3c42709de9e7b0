package tapeline.bench.compare;

/// What a comparison says of B beside A.
public enum SpeedVerdict {
  FASTER,
  SLOWER,
  /// The data do not tell. This is no proof that both are equal: see [Comparison#hasNoRegression].
  UNDECIDED
}
