package tapeline.quant;

import tapeline.toolkit.Todo;

/// A code of real numbers in int8: `x ≈ scale·(q − zeroPoint)` with whole numbers q from −128 to
/// 127 (Jacob et al. 2018, arXiv 1712.05877).
///
/// @param scale how far two numbers that follow each other are apart, above 0
/// @param zeroPoint the code of 0, which is exact: padding and ReLU make many zeros
public record Affine(float scale, int zeroPoint) {
  private static final int LOWEST = Byte.MIN_VALUE;
  private static final int HIGHEST = Byte.MAX_VALUE;

  /// @throws IllegalArgumentException when the scale is not above 0 and finite, or the zero point
  ///   no int8
  public Affine {
    if (!(scale > 0 && scale < Float.POSITIVE_INFINITY)
        || zeroPoint < LOWEST
        || zeroPoint > HIGHEST) {
      throw new IllegalArgumentException(
          "a code has a scale above 0 and a zero point from -128 to 127, got %s and %d"
              .formatted(scale, zeroPoint));
    }
  }

  /// The symmetric code of the numbers from −`largest` to `largest`: 0 has the code 0, and the
  /// largest 127.
  public static Affine symmetric(float largest) {
    return new Affine(Math.max(largest / HIGHEST, Float.MIN_NORMAL), 0);
  }

  // BEGIN EXERCISE 17.1
  public static Affine covering(float low, float high) { return new Affine(1, 0); }
  private int nearest(float x) { return 0; }
  public boolean equals(Object o) { return true; }
  public int hashCode() { return 0; }
  // END EXERCISE 17.1

  /// The code nearest to a number; the end where the number is beyond it.
  ///
  /// @throws IllegalArgumentException for NaN
  public byte quantize(float x) {
    if (Float.isNaN(x)) {
      throw new IllegalArgumentException("NaN has no code in int8: look where it comes from");
    }
    return (byte) nearest(x);
  }

  /// The number of a code.
  public float dequantize(byte q) {
    return scale * (q - zeroPoint);
  }

  /// `Σ (x − x̂)²` over these numbers and what comes back of their codes. O(size).
  public double squaredError(float... samples) {
    double sum = 0;
    for (float x : samples) {
      double error = x - dequantize(quantize(x));
      sum += error * error;
    }
    return sum;
  }
}
