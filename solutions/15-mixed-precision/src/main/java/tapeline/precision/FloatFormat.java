package tapeline.precision;

import tapeline.tensor.Tensor;

/// A binary floating-point format of at most 16 bits: from the highest bit a sign, an exponent, a
/// fraction (IEEE 754-2019, §3.4).
///
/// ```text
/// exponent field 0         ±0.fraction·2^(1 − bias)           zero and the subnormals
/// up to the largest        ±1.fraction·2^(field − bias)
/// largest                  fraction 0: ±∞, else NaN           the formats with infinities
/// largest                  all ones: NaN, else as below it    E4M3
/// ```
///
/// @param exponentBits width of the exponent's field; bias = 2^(exponentBits − 1) − 1
/// @param fractionBits width of the fraction's field
/// @param hasInfinities whether the largest exponent is that of infinities and NaN alone
public record FloatFormat(String name, int exponentBits, int fractionBits, boolean hasInfinities) {
  /// Float32's exponents, and 8 bits of its 24 (Kalamkar et al. 2019, arXiv 1905.12322).
  public static final FloatFormat BFLOAT16 = new FloatFormat("bfloat16", 8, 7, true);

  /// IEEE 754's binary16: 11 bits of precision, 2⁻²⁴ to 65,504.
  public static final FloatFormat FLOAT16 = new FloatFormat("float16", 5, 10, true);

  /// 8 bits for gradients: the exponents of float16, 2⁻¹⁶ to 57,344 (OCP 8-bit floating point
  /// 2023).
  public static final FloatFormat E5M2 = new FloatFormat("E5M2", 5, 2, true);

  /// 8 bits for weights and activations: 2⁻⁹ to 448, no infinity, one NaN of each sign.
  public static final FloatFormat E4M3 = new FloatFormat("E4M3", 4, 3, false);

  /// @throws IllegalArgumentException when the format has more than 16 bits, or an exponent that
  ///   float32 has not
  public FloatFormat {
    if (exponentBits < 2
        || exponentBits > 8
        || (exponentBits == 8 && !hasInfinities)
        || fractionBits < 1
        || 1 + exponentBits + fractionBits > 16) {
      throw new IllegalArgumentException(
          "a format has 2 to 8 bits of exponent, infinities where it has 8, at least 1 bit of"
              + " fraction and 16 with the sign, got %d and %d"
                  .formatted(exponentBits, fractionBits));
    }
  }

  /// All its bits, the sign among them.
  public int bits() {
    return 1 + exponentBits + fractionBits;
  }

  /// The exponent of the smallest normal number, 1 − bias.
  public int minExponent() {
    return 2 - (1 << (exponentBits - 1));
  }

  /// The exponent of the largest number.
  public int maxExponent() {
    return (1 << (exponentBits - 1)) - (hasInfinities ? 1 : 0);
  }

  /// The largest finite number.
  public float largest() {
    return decode(largestCode());
  }

  /// The smallest number above 0, a subnormal.
  public float smallest() {
    return decode(1);
  }

  private int largestCode() {
    return hasInfinities ? (1 << (bits() - 1)) - (1 << fractionBits) - 1 : nanCode() - 1;
  }

  /// The code beyond the largest number: ∞ where there is one, else NaN.
  private int overflowCode() {
    return largestCode() + 1;
  }

  /// The quiet NaN without a sign.
  private int nanCode() {
    return hasInfinities ? overflowCode() | (1 << (fractionBits - 1)) : (1 << (bits() - 1)) - 1;
  }

  /// The bits of the format's number that is nearest to `x`, in the low bits of the result; of two
  /// that are as near, the one whose last bit is 0. From half a unit beyond the largest number on
  /// it is ∞; in a format without ∞ it is NaN, but at the half itself the largest number. NaN stays
  /// NaN, with its sign and without its payload.
  public int encode(float x) {
    int sign = (Float.floatToRawIntBits(x) >>> 31) << (bits() - 1);
    if (Float.isNaN(x)) {
      return sign | nanCode();
    }
    double a = Math.abs((double) x);
    if (a >= Math.scalb(1.0, maxExponent() + 1)) {
      return sign | overflowCode();
    }
    // BEGIN SOLUTION 15.2 "round to the nearest" 15 points
    int exponent = Math.max(Math.getExponent(a), minExponent());
    int units = (int) Math.rint(Math.scalb(a, fractionBits - exponent));
    int code = ((exponent - minExponent()) << fractionBits) + units;
    return sign | Math.min(code, overflowCode());
    // STUB // TODO 15.2 — 4 lines. Near a, the format's numbers are 2^(exponent − fractionBits)
    // STUB // apart, exponent being a's own, Math.getExponent(a), but not below minExponent(). How
    // STUB // many such units is a? Math.scalb(a, n) is a·2ⁿ, and Math.rint rounds to the nearest,
    // STUB // of two to the even one. Codes count up by 1 from each number to the next, from 0 for
    // STUB // 0 on, 1 << fractionBits of them to an exponent: which is a's? Beyond the largest it
    // STUB // is overflowCode(). Do subnormals, or a carry, need a line of their own?
    // STUB throw new Todo("15.2", "round to the nearest");
    // END SOLUTION
  }

  /// The number of these bits, exactly. Higher bits than the format has are an error.
  ///
  /// @throws IllegalArgumentException when the code has more bits than the format
  public float decode(int code) {
    if (code >>> bits() != 0) {
      throw new IllegalArgumentException(
          "a code of %s has %d bits, got 0x%x".formatted(name, bits(), code));
    }
    boolean negative = code >>> (bits() - 1) != 0;
    int field = (code >>> fractionBits) & ((1 << exponentBits) - 1);
    int fraction = code & ((1 << fractionBits) - 1);
    int magnitude = code & ((1 << (bits() - 1)) - 1);
    float a;
    if (magnitude > largestCode()) {
      a = hasInfinities && fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
    } else {
      int hidden = field == 0 ? 0 : 1 << fractionBits;
      int exponent = minExponent() + Math.max(field - 1, 0);
      a = Math.scalb((float) (hidden + fraction), exponent - fractionBits);
    }
    return negative ? -a : a;
  }

  /// The format's number that is nearest to `x`.
  public float round(float x) {
    return decode(encode(x));
  }

  /// Each number rounded; the tensor itself, where that changes none. O(size).
  public Tensor round(Tensor x) {
    var from = x.toArray();
    var rounded = HalfArray.rounded(this, from);
    return rounded.holds(from) ? x : Tensor.of(rounded.unpack(), x.shape().toArray());
  }

  @Override
  public String toString() {
    return name;
  }
}
