package tapeline.gpu.emulator.semantics;

import tapeline.gpu.ptx.PtxType;

/// The floating-point formats of 16 bits: `f16` has 5 bits of exponent and a significand of 11,
/// `bf16` 8 and 8, as the upper half of a float.
public enum HalfFormat {
  F16(11, -14, 65504),
  BF16(8, -126, 0x1.fep127);

  private static final int NAN = 0x7fff;

  private final int precision;
  private final int lowestExponent;
  private final double largest;

  HalfFormat(int precision, int lowestExponent, double largest) {
    this.precision = precision;
    this.lowestExponent = lowestExponent;
    this.largest = largest;
  }

  /// That of a type, or of each number of a pair.
  public static HalfFormat of(PtxType type) {
    return type == PtxType.F16 || type == PtxType.F16X2 ? F16 : BF16;
  }

  /// That of the smallest normal number.
  int lowestExponent() {
    return lowestExponent;
  }

  /// The number in the lower 16 bits.
  public float toFloat(int bits) {
    return this == F16 ? Float.float16ToFloat((short) bits) : Float.intBitsToFloat(bits << 16);
  }

  private int bits(float value) {
    return this == F16
        ? Float.floatToFloat16(value) & 0xffff
        : Float.floatToRawIntBits(value) >>> 16;
  }

  /// The nearest number, of two equally near ones the even one.
  public int nearest(double value) {
    return round(value, Rounding.NEAREST);
  }

  int round(double value, Rounding rounding) {
    if (Double.isNaN(value)) {
      return NAN;
    }
    if (Double.isInfinite(value)) {
      return bits((float) value);
    }
    int exponent = Math.max(Math.getExponent(value), lowestExponent);
    double unit = Math.scalb(1.0, exponent - precision + 1);
    double rounded = rounding.integer(value / unit) * unit;
    return bits((float) (Math.abs(rounded) > largest ? overflow(rounded, rounding) : rounded));
  }

  private double overflow(double value, Rounding rounding) {
    boolean stays =
        switch (rounding) {
          case NEAREST -> false;
          case ZERO -> true;
          case DOWN -> value > 0;
          case UP -> value < 0;
        };
    return Math.copySign(stays ? largest : Double.POSITIVE_INFINITY, value);
  }

  /// A double that is rounded further as the exact `value + rest` would be, where `rest` is what
  /// `value` lost when it was rounded: of the two doubles beside that, the one whose last bit is 1.
  static double odd(double value, double rest) {
    boolean even = (Double.doubleToRawLongBits(value) & 1) == 0;
    return rest == 0 || Double.isNaN(rest) || !even
        ? value
        : rest > 0 ? Math.nextUp(value) : Math.nextDown(value);
  }

  float flush(float value) {
    return Math.abs(value) < Math.scalb(1f, lowestExponent) ? Math.copySign(0f, value) : value;
  }

  int flushed(int bits) {
    return bits(flush(toFloat(bits)));
  }
}
