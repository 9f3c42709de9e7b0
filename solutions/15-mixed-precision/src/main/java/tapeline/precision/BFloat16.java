package tapeline.precision;

/// The fast way to bfloat16 and back: its 16 bits are the upper half of a float32's.
public final class BFloat16 {
  private static final int QUIET = 0x0040; // the bit that makes a NaN of an all-ones exponent

  private BFloat16() {}

  /// The nearest bfloat16, ties to even; NaN stays NaN, with the upper part of its payload. Else as
  /// [FloatFormat#encode], in four integer instructions and without a branch on the number.
  public static short bits(float x) {
    int bits = Float.floatToRawIntBits(x);
    // BEGIN SOLUTION 15.1 "round by an addition" 10 points, core
    if (Float.isNaN(x)) {
      return (short) ((bits >>> 16) | QUIET);
    }
    int odd = (bits >>> 16) & 1;
    return (short) ((bits + 0x7FFF + odd) >>> 16);
    // STUB // TODO 15.1 — 5 lines. The upper half of `bits` is x cut off. An addition to the lower
    // STUB // half carries into the upper one where x is to be rounded up: adding 0x8000 rounds
    // STUB // to the nearest, but of two that are as near always upwards. Which number do you add
    // STUB // instead where the upper half is even? NaN is not rounded: keep its upper half, and
    // STUB // set QUIET in it. What would become of 0x7F80_0001, a NaN, otherwise?
    // STUB throw new Todo("15.1", "round by an addition");
    // END SOLUTION
  }

  /// The number of these bits, exactly: the lower half is 0.
  public static float value(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /// The nearest bfloat16 as a float.
  public static float round(float x) {
    return value(bits(x));
  }
}
