package tapeline.roofline;

import tapeline.instruments.machine.Ceiling;
import tapeline.toolkit.Todo;

/// The roof above an intensity: `min(π, I·β)`, the most FLOPs a second that work of I FLOPs a byte
/// can reach on a machine that computes π FLOPs and moves β bytes a second (Williams, Waterman and
/// Patterson, *Communications of the ACM* 52, 2009).
///
/// @param perSecond the roof of the ceilings' medians
/// @param least the roof where both ceilings were lowest
/// @param most the roof where both were highest
/// @param bound the lower ceiling
public record Attainable(double perSecond, double least, double most, Bound bound) {

  /// The roof above an intensity in FLOPs a byte.
  public static Attainable of(double intensity, Ceiling compute, Ceiling bandwidth) {
    if (!(intensity >= 0)) {
      throw new IllegalArgumentException("an intensity is 0 or more, got " + intensity);
    }
    // BEGIN EXERCISE 12.6
    // TODO 12.6 — 10 lines. The bytes arrive for intensity·bandwidth FLOPs a second, and
    // the machine computes no more than its ceiling: which of the two is the roof? The same
    // for the least() and the most() of both. The bound is MEMORY or COMPUTE only where the
    // two spreads do not touch: which ends must be compared for that?
    throw new Todo("12.6", "attainable, and bound by what");
    // END EXERCISE 12.6
  }
}
