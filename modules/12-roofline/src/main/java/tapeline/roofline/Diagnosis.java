package tapeline.roofline;

import tapeline.toolkit.Todo;

/// The remedy for an op, and how many times as fast it becomes by that at most.
///
/// @param atMost 1 and more; ∞ where nothing is left of the time, as of a copy that is avoided
public record Diagnosis(Remedy remedy, double atMost) {

  /// From four times of one op, in one unit.
  ///
  /// @param measured what it took
  /// @param overhead what a call takes that has next to nothing to compute
  /// @param computing its FLOPs at the machine's ceiling
  /// @param moving its bytes at the machine's ceiling
  /// @throws IllegalArgumentException unless the first is above 0 and none of the others below
  public static Diagnosis of(double measured, double overhead, double computing, double moving) {
    if (!(measured > 0 && overhead >= 0 && computing >= 0 && moving >= 0)) {
      throw new IllegalArgumentException(
          "a diagnosis needs a measured time above 0 and others of 0 or more, got %s, %s, %s, %s"
              .formatted(measured, overhead, computing, moving));
    }
    // BEGIN EXERCISE 12.8
    // TODO 12.8 — 6 lines. More than half of the time is the call: BATCH. Less than half of
    // it is explained by the roofline's floor, the longer of computing and moving:
    // BETTER_LOOP. Otherwise the op is near the roof: FEWER_FLOPS or FUSE, by what takes
    // longer. Three of them reach the floor at most. Which time is left by the one that
    // takes the bytes away? A time may be measured below its floor: no gain is below 1.
    throw new Todo("12.8", "what to do, and by how much at most");
    // END EXERCISE 12.8
  }
}
