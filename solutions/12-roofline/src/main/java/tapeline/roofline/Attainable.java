package tapeline.roofline;

import tapeline.instruments.machine.Ceiling;

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
    // BEGIN SOLUTION 12.6 "attainable, and bound by what" 10 points, core
    double slowest = intensity * bandwidth.least();
    double fastest = intensity * bandwidth.most();
    var bound = Bound.EITHER;
    if (fastest < compute.least()) bound = Bound.MEMORY;
    if (slowest > compute.most()) bound = Bound.COMPUTE;
    return new Attainable(
        Math.min(intensity * bandwidth.perSecond(), compute.perSecond()),
        Math.min(slowest, compute.least()),
        Math.min(fastest, compute.most()),
        bound);
    // STUB // TODO 12.6 — 10 lines. The bytes arrive for intensity·bandwidth FLOPs a second, and
    // STUB // the machine computes no more than its ceiling: which of the two is the roof? The same
    // STUB // for the least() and the most() of both. The bound is MEMORY or COMPUTE only where the
    // STUB // two spreads do not touch: which ends must be compared for that?
    // STUB throw new Todo("12.6", "attainable, and bound by what");
    // END SOLUTION
  }
}
