package tapeline.roofline;

/// Which of a machine's two ceilings is the lower one for some work.
public enum Bound {
  /// Its arithmetic: the work lies to the right of the ridge.
  COMPUTE,
  /// Its bandwidth: the work lies to the left of the ridge.
  MEMORY,
  /// Either: the two are closer than each was from measurement to measurement.
  EITHER
}
