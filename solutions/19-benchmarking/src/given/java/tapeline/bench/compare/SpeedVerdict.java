package tapeline.bench.compare;

/// The verdict of a comparison on B beside A.
public enum SpeedVerdict {
  FASTER,
  SLOWER,
  /// The data do not tell. This is no proof that both are equal: see [Comparison#hasNoRegression].
  UNDECIDED
}
