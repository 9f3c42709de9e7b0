package tapeline.quant;

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

  // BEGIN SOLUTION 17.1 "scale and zero point" 15 points, core
  /// The code of the numbers from `low` to `high`, stretched to hold 0: the lowest has the code
  /// −128 and the highest 127, but for the rounding of the zero point.
  public static Affine covering(float low, float high) {
    float from = Math.min(low, 0);
    float to = Math.max(high, 0);
    float scale = Math.max((to - from) / (HIGHEST - LOWEST), Float.MIN_NORMAL);
    return new Affine(scale, LOWEST - Math.round(from / scale));
  }

  /// The code nearest to a number, of two that are as near the one of the even multiple; the end
  /// where the number is beyond it.
  private int nearest(float x) {
    return (int) Math.clamp(Math.rint(x / scale) + zeroPoint, LOWEST, HIGHEST);
  }

  // STUB /// The code of the numbers from `low` to `high`, stretched to hold 0: the lowest has the
  // STUB /// code −128 and the highest 127, but for the rounding of the zero point.
  // STUB public static Affine covering(float low, float high) {
  // STUB   // TODO 17.1 — 5 lines in two bodies. First stretch the range to hold 0. How many steps
  // STUB   // are there between 256 codes? A scale of 0 would be none: at least Float.MIN_NORMAL.
  // STUB   // Which whole number is the zero point, if the lowest number is to have the code −128?
  // STUB   throw new Todo("17.1", "scale and zero point");
  // STUB }
  // STUB
  // STUB /// The code nearest to a number, of two that are as near the one of the even multiple;
  // STUB /// the end where the number is beyond it.
  // STUB private int nearest(float x) {
  // STUB   // Solve x = scale·(q − zeroPoint) for q. Math.rint rounds, Math.clamp keeps within
  // STUB   // LOWEST and HIGHEST. What must be rounded, and where does the zero point come in?
  // STUB   throw new Todo("17.1", "the nearest code");
  // STUB }
  // END SOLUTION

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
