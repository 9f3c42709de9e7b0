package tapeline.quant;

import tapeline.toolkit.Todo;

/// A factor below or above 1 as a whole number and a shift, `multiplier·2^(−shift)`, which takes
/// int32 sums to the int8 codes of the next layer without a number in floating point (Jacob et al.
/// 2018, §2.2).
///
/// @param multiplier 2³⁰ to 2³¹ − 1
/// @param shift 1 to 61
/// @param zeroPoint of the codes
public record Requantizer(int multiplier, int shift, int zeroPoint) {
  /// The nearest such factor: to 31 bits.
  ///
  /// @throws IllegalArgumentException unless 2⁻³¹ ≤ factor < 2³⁰
  public static Requantizer of(double factor, int zeroPoint) {
    int shift = 30 - Math.getExponent(factor);
    long multiplier = Math.round(Math.scalb(factor, shift));
    if (multiplier >>> 31 != 0) { // all of its 31 bits were 1, and it was rounded up
      multiplier >>= 1;
      shift--;
    }
    if (!(factor > 0) || shift < 1 || shift > 61) {
      throw new IllegalArgumentException(
          "a factor between codes is from 2⁻³¹ to below 2³⁰, got " + factor);
    }
    return new Requantizer((int) multiplier, shift, zeroPoint);
  }

  /// `⌊sum·multiplier·2^(−shift) + ½⌋ + zeroPoint`, kept within int8; exact for every int32.
  public byte apply(int sum) {
    // BEGIN EXERCISE 17.5
    // TODO 17.5 — 3 lines. An int times an int needs a long. `x >> shift` is
    // ⌊x·2^(−shift)⌋, of negative numbers too: what is added before, so that it rounds to
    // the nearest? Then the zero point, and Math.clamp(…, Byte.MIN_VALUE, Byte.MAX_VALUE):
    // in which order?
    throw new Todo("17.5", "back to eight bits");
    // END EXERCISE 17.5
  }
}
